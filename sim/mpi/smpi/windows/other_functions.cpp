// MPI functions that SMPI executes. While a rank is inside such a function, the rank makes progress. Packets that
// arrive while the rank computes must wait until its next MPI call. This file has all functions that may block or test
// for a message. The program calls all other functions directly in SMPI.
#include "sim/mpi/smpi/function_meaning.h"
#include "sim/mpi/smpi/memory_functions.h"
#include "sim/mpi/smpi/smpi_waits.h"
#include "sim/mpi/smpi/smpi_world.h"
#include "sim/mpi/threads/current_thread.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace rmasim::sim {

namespace {

class OtherCall {
public:
    // Begins a call. If memory accesses are checked and the program ignores the status of a message, the function of
    // SMPI gets a status of this object.
    template <class... Arguments>
    explicit OtherCall(const Caller& caller, Arguments&... arguments) {
        SmpiWorld& world = SmpiWorld::get();
        (note_new(arguments), ...);
        if (!world.has_joined()) {
            world.enter(caller);
            return;
        }
        FunctionArguments some;
        (some.read(arguments), ...);
        made_ = some.request;
        if (world.watches_memory()) (watch(arguments), ...);
        world.enter(caller,
                    world.watches_memory() ? meaning_of(caller.function, some) : messages_of(caller.function, some));
    }
    ~OtherCall() {
        SmpiWorld& world = SmpiWorld::get();
        if (made_ != nullptr) world.note_made(*made_);
        if (made_comm_ != nullptr && *made_comm_ != MPI_COMM_NULL) note_comm(world);
        if (status_ != nullptr) world.note_received(*status_, found_ != nullptr && *found_ == 0);
        world.leave();
    }
    OtherCall(const OtherCall&) = delete;
    OtherCall& operator=(const OtherCall&) = delete;

private:
    void note_new(MPI_Comm* comm) { made_comm_ = comm; }
    template <class Other>
    void note_new(const Other&) {}
    void note_comm(SmpiWorld& world) const {
        if (!world.has_joined()) return;
        world.handles().comms.obtained(*made_comm_);
        world.note_made(*made_comm_);
    }
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
    const int* found_ = nullptr;  // points to 0 after a probe that found no message
    MPI_Status own_{};
};

template <class Function>
Function smpi_of(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// True if a blocking function (a send or a collective call) must be executed as a non-blocking call with a request.
bool by_request(std::string_view name) {
    return name.ends_with("send") ? others_may_run() : collectives_make_requests();
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;

extern "C" {

// Defines a function that calls SMPI's function of the same name. It does not call SMPI's PMPI function, because only
// the function of the same name calls the communicator's error handler.
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

// Defines a blocking function. If the rank has other threads, the function creates a request and waits for it. A
// collective call does the same at all ranks, also at ranks without other threads.
#define RMASIM_BLOCKS_IN_SMPI(name, form, parameters, arguments)                                          \
    int name parameters {                                                                                 \
        using Function = int(*) parameters;                                                               \
        static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, #name));                     \
        const auto of_arguments = [&](auto... all) {                                                      \
            return OtherCall({#name, __builtin_return_address(0)}, all...);                               \
        };                                                                                                \
        const OtherCall inside = of_arguments arguments;                                                  \
        if (!by_request(#name)) return next arguments;                                                    \
        MPI_Request request = MPI_REQUEST_NULL;                                                           \
        const auto made = [&](auto... all) { return smpi_of<decltype(&form)>(#form)(all..., &request); }; \
        const int code = made arguments;                                                                  \
        return code == MPI_SUCCESS ? await_one(&request, MPI_STATUS_IGNORE) : code;                       \
    }

#include "sim/mpi/smpi/windows/other_functions.h"

#undef RMASIM_GOES_ON_TO_SMPI
#undef RMASIM_BLOCKS_IN_SMPI

int MPI_Recv(void* to, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static const auto next = reinterpret_cast<decltype(&MPI_Recv)>(dlsym(RTLD_NEXT, "MPI_Recv"));
    const OtherCall inside({"MPI_Recv", __builtin_return_address(0)}, to, count, type, source, tag, comm, status);
    if (!others_may_run()) return next(to, count, type, source, tag, comm, status);
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = smpi_of<decltype(&MPI_Irecv)>("MPI_Irecv")(to, count, type, source, tag, comm, &request);
    return code == MPI_SUCCESS ? await_one(&request, status) : code;
}

int MPI_Sendrecv(const void* from, int sent, MPI_Datatype sent_type, int target, int sent_tag, void* to, int count,
                 MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    static const auto next = reinterpret_cast<decltype(&MPI_Sendrecv)>(dlsym(RTLD_NEXT, "MPI_Sendrecv"));
    const OtherCall inside({"MPI_Sendrecv", __builtin_return_address(0)}, from, sent, sent_type, target, sent_tag, to,
                           count, type, source, tag, comm, status);
    if (!others_may_run()) {
        return next(from, sent, sent_type, target, sent_tag, to, count, type, source, tag, comm, status);
    }
    std::array<MPI_Request, 2> both{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    std::array<MPI_Status, 2> statuses{};
    int code = smpi_of<decltype(&MPI_Irecv)>("MPI_Irecv")(to, count, type, source, tag, comm, &both[0]);
    if (code != MPI_SUCCESS) return code;
    code = smpi_of<decltype(&MPI_Isend)>("MPI_Isend")(from, sent, sent_type, target, sent_tag, comm, &both[1]);
    if (code != MPI_SUCCESS) return code;
    code = await_all(2, both.data(), statuses.data());
    if (status != MPI_STATUS_IGNORE) *status = statuses[0];
    return code;
}

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    const Caller caller{"MPI_Probe", __builtin_return_address(0)};
    const OtherCall inside(caller, source, tag, comm, status);
    return await_message(caller, source, tag, comm, status);
}

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* found, MPI_Status* status) {
    static const auto next = reinterpret_cast<decltype(&MPI_Iprobe)>(dlsym(RTLD_NEXT, "MPI_Iprobe"));
    const Caller caller{"MPI_Iprobe", __builtin_return_address(0)};
    int code = MPI_SUCCESS;
    {
        const OtherCall inside(caller, source, tag, comm, found, status);
        const auto probe = [=] { return next(source, tag, comm, found, status); };
        code = others_may_run() ? probe_alone(probe, *found) : probe();
    }
    SmpiWorld::get().tested(caller, *found != 0);
    return code;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
    const int code = MPI_Init(argc, argv);
    const int level = std::clamp(required, int{MPI_THREAD_SINGLE}, int{MPI_THREAD_MULTIPLE});
    if (code == MPI_SUCCESS) SmpiWorld::get().allow_threads(level);
    if (provided != nullptr) *provided = level;
    return code;
}

int MPI_Query_thread(int* provided) {
    *provided = SmpiWorld::get().has_joined() ? SmpiWorld::get().thread_level() : MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
}

int MPI_Is_thread_main(int* flag) {
    *flag = rmasim::sim::current_thread() == 0 ? 1 : 0;
    return MPI_SUCCESS;
}

int MPI_Init(int* argc, char*** argv) {
    const int code = PMPI_Init(argc, argv);
    if (code == MPI_SUCCESS) SmpiWorld::get().joined();
    return code;
}

double MPI_Wtime() {
    static const auto next = reinterpret_cast<decltype(&MPI_Wtime)>(dlsym(RTLD_NEXT, "MPI_Wtime"));
    SmpiWorld& world = SmpiWorld::get();
    world.compute();
    world.polled({"MPI_Wtime", __builtin_return_address(0)}, PollKind::clock);
    const double time = next();
    world.computes_again();
    return time;
}

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
    memory_given_back(base);
    return PMPI_Free_mem(base);
}

int MPI_Abort(MPI_Comm, int code) { SmpiWorld::get().abort({"MPI_Abort", __builtin_return_address(0)}, code); }

}  // extern "C"
