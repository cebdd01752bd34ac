// Functions of MPI that SMPI carries out. While a rank is inside one it makes progress for others; packets that come
// while it computes have to wait. All that may block, or test, is here: what is not, the program finds in SMPI itself.
#include "sim/mpi/function_meaning.h"
#include "sim/mpi/smpi_world.h"

#include <dlfcn.h>

namespace rmasim::sim {

namespace {

class OtherCall {
public:
    // If memory is watched, a function that ignores the status of a message gets one.
    template <class... Arguments>
    explicit OtherCall(const Caller& caller, Arguments&... arguments) {
        SmpiWorld& world = SmpiWorld::get();
        if (!world.has_joined() || !world.watches_memory()) {
            world.enter(caller);
            return;
        }
        FunctionArguments some;
        (some.read(arguments), ...);
        (watch(arguments), ...);
        made_ = some.request;
        made_comm_ = some.made;
        world.enter(caller, meaning_of(caller.function, some));
    }
    ~OtherCall() {
        SmpiWorld& world = SmpiWorld::get();
        if (made_ != nullptr) world.note_made(*made_);
        if (made_comm_ != nullptr && *made_comm_ != MPI_COMM_NULL) world.note_made(*made_comm_);
        if (status_ != nullptr) world.note_received(*status_, found_ != nullptr && *found_ == 0);
        world.leave();
    }
    OtherCall(const OtherCall&) = delete;
    OtherCall& operator=(const OtherCall&) = delete;

private:
    void watch(MPI_Status*& status) {
        if (status == MPI_STATUS_IGNORE) status = &own_;
        status_ = status;
    }
    void watch(int*& found) { found_ = found; }
    template <class Other>
    void watch(Other&) {}

    const MPI_Request* made_ = nullptr;
    const MPI_Comm* made_comm_ = nullptr;
    const MPI_Status* status_ = nullptr;
    const int* found_ = nullptr;  // whether there was a message
    MPI_Status own_{};
};

}  // namespace

}  // namespace rmasim::sim

using rmasim::sim::OtherCall;
using rmasim::sim::SmpiWorld;

extern "C" {

// SMPI's own, which calls the communicator's error handler; its PMPI function does not.
#define RMASIM_GOES_ON_TO_SMPI(name, parameters, arguments)                           \
    int name parameters {                                                             \
        using Function = int(*) parameters;                                           \
        static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, #name)); \
        const auto of_arguments = [&](auto&... all) {                                 \
            return OtherCall({#name, __builtin_return_address(0)}, all...);           \
        };                                                                            \
        const OtherCall inside = of_arguments arguments;                              \
        return next arguments;                                                        \
    }

#include "sim/mpi/other_functions.h"

#undef RMASIM_GOES_ON_TO_SMPI

// Init_thread of SMPI calls this, too.
int MPI_Init(int* argc, char*** argv) {
    const int code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS) SmpiWorld::get().joined();
    return code;
}

// What tells the time, or passes it.
#define RMASIM_COMPUTES_BEFORE(result, name, parameters, arguments)                   \
    result name parameters {                                                          \
        using Function = result(*) parameters;                                        \
        static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, #name)); \
        SmpiWorld::get().compute();                                                   \
        const auto code = next arguments;                                             \
        SmpiWorld::get().computes_again();                                            \
        return code;                                                                  \
    }

RMASIM_COMPUTES_BEFORE(double, MPI_Wtime, (), ())
RMASIM_COMPUTES_BEFORE(unsigned int, smpi_sleep, (unsigned int a), (a))
RMASIM_COMPUTES_BEFORE(int, smpi_usleep, (useconds_t a), (a))
RMASIM_COMPUTES_BEFORE(int, smpi_nanosleep, (const timespec* a, timespec* b), (a, b))
RMASIM_COMPUTES_BEFORE(int, smpi_gettimeofday, (struct timeval * a, struct timezone* b), (a, b))
RMASIM_COMPUTES_BEFORE(int, smpi_clock_gettime, (clockid_t a, timespec* b), (a, b))

#undef RMASIM_COMPUTES_BEFORE

int MPI_Finalize() {
    if (SmpiWorld::get().has_joined()) SmpiWorld::get().ends({"MPI_Finalize", __builtin_return_address(0)});
    return PMPI_Finalize();
}

int MPI_Alloc_mem(MPI_Aint bytes, MPI_Info info, void* base) {
    const int code = PMPI_Alloc_mem(bytes, info, base);
    if (code != MPI_SUCCESS || !SmpiWorld::get().has_joined()) return code;
    SmpiWorld::get().note_allocated(*static_cast<void**>(base), static_cast<std::uint64_t>(bytes));
    return code;
}

int MPI_Free_mem(void* base) {
    if (SmpiWorld::get().has_joined()) SmpiWorld::get().forget_allocated(base);
    return PMPI_Free_mem(base);
}

int MPI_Abort(MPI_Comm, int code) { SmpiWorld::get().abort({"MPI_Abort", __builtin_return_address(0)}, code); }

}  // extern "C"
