// The functions of MPI that make and free windows, and say what they are.
#include "sim/mpi/checked_call.h"
#include "sim/scenario/families/family.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace rmasim::sim {

namespace {

int make_window(const Caller& caller, void* base, MPI_Aint bytes, int disp_unit, MPI_Comm comm, ProgramWindow made,
                MPI_Win* win) {
    if (!world().has_joined()) std::abort();
    if (comm == MPI_COMM_NULL) return raise(caller, nullptr, {MPI_ERR_COMM, "MPI_COMM_NULL", "a communicator"});
    int inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter != 0) {
        return raise(caller, nullptr, {MPI_ERR_COMM, "an intercommunicator", "an intracommunicator (MPI 3.1, 11.2)"});
    }
    if (bytes < 0) return raise(caller, nullptr, {MPI_ERR_SIZE, fmt::format("{} bytes", bytes), "0 or more"});
    if (disp_unit <= 0) {
        return raise(caller, nullptr, {MPI_ERR_DISP, fmt::format("displacement unit {}", disp_unit), "1 or more"});
    }
    made.members = &world().members_of(comm);
    if (!made.members->all && !world().family().lacks(CallFeature::window_comm).empty()) {
        world().refuse(caller, "a window of a part of the ranks",
                       fmt::format("MPI_COMM_WORLD with family {}: {}", world().family().name(),
                                   world().family().lacks(CallFeature::window_comm)));
    }
    const bool by_barrier = !world().family().calls().contains(Call::win_create);
    if (by_barrier && !made.members->all) {
        world().refuse(caller, "a window of a part of the ranks",
                       fmt::format("MPI_COMM_WORLD with family {}, which has no WIN_CREATE", world().family().name()));
    }
    ProgramMemory::Part part{static_cast<std::byte*>(base), static_cast<std::uint64_t>(bytes),
                             static_cast<std::uint32_t>(disp_unit), made.allocated != nullptr};
    part.dynamic = made.flavor == MPI_WIN_FLAVOR_DYNAMIC;
    made.number = world().new_window(*made.members, part);
    if (by_barrier) {
        world().memory().create(world().rank(), made.number);
        world().call(caller, {.call = Call::barrier});
    } else {
        world().call(caller, {.call = Call::win_create, .window = made.number});
    }
    PMPI_Comm_group(comm, &made.group);
    made.base = base;
    made.bytes = bytes;
    made.disp_unit = disp_unit;
    PMPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &made.key);
    *win = made.key;
    world().add(std::move(made));
    return MPI_SUCCESS;
}

int free_window(const Caller& caller, MPI_Win* win) {
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(caller, *win, code);
    if (window == nullptr) return code;
    const WindowId number = window->number;
    if (world().family().calls().contains(Call::win_free)) {
        world().call(caller, {.call = Call::win_free, .window = number});
    } else {
        world().call(caller, {.call = Call::barrier});
    }
    world().window_is_free(number);
    void* const allocated = window->allocated;
    PMPI_Group_free(&window->group);
    world().remove(*win);
    PMPI_Win_free(win);
    std::free(allocated);
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

// ---- Dynamic windows.

// The window, or the error that it is none of those.
const ProgramWindow* dynamic_window(const Caller& caller, MPI_Win win, int& code) {
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr || window->flavor == MPI_WIN_FLAVOR_DYNAMIC) return window;
    code = raise(caller, window, {MPI_ERR_RMA_FLAVOR, "a window of another flavor", "one of MPI_Win_create_dynamic"});
    return nullptr;
}

int call_about(const Caller& caller, const ProgramWindow& window, Call call, const void* base, std::uint64_t bytes) {
    auto more = std::make_shared<RequestArguments>();
    more->memory = dense_buffer(base);
    more->memory_bytes = bytes;
    world().call(caller, {.call = call, .window = window.number, .more = std::move(more)});
    return MPI_SUCCESS;
}

int attach(const Caller& caller, MPI_Win win, const void* base, MPI_Aint bytes) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = dynamic_window(caller, win, code);
    if (window == nullptr) return code;
    if (bytes < 0) return raise(caller, window, {MPI_ERR_SIZE, fmt::format("{} bytes", bytes), "0 or more"});
    if (bytes == 0) return MPI_SUCCESS;
    const auto first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(base));
    const auto size = static_cast<std::uint64_t>(bytes);
    if (world().memory().part(world().rank(), window->number).overlaps_attached(first, first + size)) {
        return raise(caller, window, {MPI_ERR_RMA_ATTACH, "memory that is attached already", "other memory"});
    }
    return call_about(caller, *window, Call::win_attach, base, size);
}

int detach(const Caller& caller, MPI_Win win, const void* base) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = dynamic_window(caller, win, code);
    if (window == nullptr) return code;
    const auto first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(base));
    const auto& attached = world().memory().part(world().rank(), window->number).attached;
    if (!attached.contains(first)) {
        return raise(caller, window,
                     {MPI_ERR_BASE, "an address where nothing begins that is attached", "one that was attached"});
    }
    return call_about(caller, *window, Call::win_detach, base, 0);
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;

extern "C" {

int MPI_Win_create(void* base, MPI_Aint bytes, int disp_unit, MPI_Info, MPI_Comm comm, MPI_Win* win) {
    return make_window(RMASIM_CALLER, base, bytes, disp_unit, comm, {.flavor = MPI_WIN_FLAVOR_CREATE}, win);
}

int MPI_Win_allocate(MPI_Aint bytes, int disp_unit, MPI_Info, MPI_Comm comm, void* base, MPI_Win* win) {
    constexpr std::size_t cache_line_bytes = 64;
    const std::size_t lines = bytes < 0 ? 0 : static_cast<std::size_t>(bytes) / cache_line_bytes + 1;
    void* const memory = std::aligned_alloc(cache_line_bytes, lines * cache_line_bytes);
    const int code = make_window(RMASIM_CALLER, memory, bytes, disp_unit, comm,
                                 {.flavor = MPI_WIN_FLAVOR_ALLOCATE, .allocated = memory}, win);
    if (code == MPI_SUCCESS) std::memcpy(base, &memory, sizeof(memory));
    else std::free(memory);
    return code;
}

int MPI_Win_free(MPI_Win* win) { return free_window(RMASIM_CALLER, win); }

int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    return PMPI_Group_union(window->group, MPI_GROUP_EMPTY, group);
}

int MPI_Win_get_attr(MPI_Win win, int keyval, void* value, int* found) {
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    void* answer = nullptr;
    switch (keyval) {
        case MPI_WIN_BASE: answer = window->base; break;
        case MPI_WIN_SIZE: answer = &window->bytes; break;
        case MPI_WIN_DISP_UNIT: answer = &window->disp_unit; break;
        case MPI_WIN_CREATE_FLAVOR: answer = &window->flavor; break;
        case MPI_WIN_MODEL: answer = &window->model; break;
        default: return PMPI_Win_get_attr(win, keyval, value, found);
    }
    *static_cast<void**>(value) = answer;
    *found = 1;
    return MPI_SUCCESS;
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler) {
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    window->handler = handler;
    return PMPI_Win_set_errhandler(win, handler);
}

// ---- What is still to come.

int MPI_Win_create_dynamic(MPI_Info, MPI_Comm comm, MPI_Win* win) {
    const Caller caller RMASIM_CALLER;
    require(caller, Call::win_attach);
    return make_window(caller, MPI_BOTTOM, 0, 1, comm, {.flavor = MPI_WIN_FLAVOR_DYNAMIC}, win);
}

int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint bytes) { return attach(RMASIM_CALLER, win, base, bytes); }
int MPI_Win_detach(MPI_Win win, const void* base) { return detach(RMASIM_CALLER, win, base); }

#define RMASIM_NOT_YET(name, parameters)                                               \
    int name parameters {                                                              \
        world().refuse(RMASIM_CALLER, "a function that rmasim exec does not have yet", \
                       "the others of MPI 3.1, chapter 11: no shared windows");        \
    }

RMASIM_NOT_YET(MPI_Win_allocate_shared, (MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*))
RMASIM_NOT_YET(MPI_Win_shared_query, (MPI_Win, int, MPI_Aint*, int*, void*))
#undef RMASIM_NOT_YET

}  // extern "C"
