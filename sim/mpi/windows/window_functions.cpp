// The MPI functions that create, free and query windows.
#include "sim/mpi/windows/window_making.h"
#include "sim/mpi/windows/window_object.h"
#include "sim/mpi/windows/window_promises.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace rmasim::sim {

namespace {

// ---- Shared windows.

// Returns the first member whose segment is not empty. MPI_Win_shared_query with MPI_PROC_NULL queries this member.
Rank first_with_memory(const ProgramWindow& window) {
    const RankGroup& members = *window.members->group;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        if (world().memory().part(members.member(comm_rank), window.number).bytes > 0) return comm_rank;
    }
    return 0;
}

}  // namespace

int query_shared(const Caller& caller, MPI_Win win, int rank, const SharedPart& found) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    if (window->flavor != MPI_WIN_FLAVOR_SHARED) {
        return raise(caller, window,
                     {MPI_ERR_RMA_FLAVOR, "a window of another flavor", "a window of MPI_Win_allocate_shared"});
    }
    for (const void* const result : {static_cast<const void*>(found.bytes), static_cast<const void*>(found.disp_unit),
                                     static_cast<const void*>(found.base)}) {
        if (const auto wrong = wrong_result(result)) return raise(caller, window, *wrong);
    }
    const RankGroup& members = *window->members->group;
    const Rank comm_rank = rank == MPI_PROC_NULL ? first_with_memory(*window) : rank;
    if (comm_rank < 0 || comm_rank >= members.size()) {
        return raise(
            caller, window,
            {MPI_ERR_RANK, fmt::format("rank {}", rank), fmt::format("0 to {}, MPI_PROC_NULL", members.size() - 1)});
    }
    const ProgramMemory::Part& part = world().memory().part(members.member(comm_rank), window->number);
    *found.bytes = static_cast<MPI_Aint>(part.bytes);
    *found.disp_unit = static_cast<int>(part.disp_unit);
    *found.base = part.base;
    return MPI_SUCCESS;
}

namespace {

// ---- Dynamic windows.

// Returns the window if it is dynamic. Otherwise raises an error, sets `code` to the error class and returns null.
const ProgramWindow* dynamic_window(const Caller& caller, MPI_Win win, int& code) {
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr || window->flavor == MPI_WIN_FLAVOR_DYNAMIC) return window;
    code =
        raise(caller, window, {MPI_ERR_RMA_FLAVOR, "a window of another flavor", "a window of MPI_Win_create_dynamic"});
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
    if (base == nullptr || base == MPI_BOTTOM) {
        return raise(caller, window, {MPI_ERR_BUFFER, base == nullptr ? "a null pointer" : "MPI_BOTTOM", "memory"});
    }
    const auto first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(base));
    const auto size = static_cast<std::uint64_t>(bytes);
    if (world().memory().part(world().rank(), window->number).overlaps_attached(first, first + size)) {
        return raise(caller, window, {MPI_ERR_RMA_ATTACH, "memory that is already attached", "other memory"});
    }
    code = call_about(caller, *window, Call::win_attach, base, size);
    world().memory().note_attached_by(world().rank(), window->number, first, caller);
    world().attached({first, first + size});
    return code;
}

int detach(const Caller& caller, MPI_Win win, const void* base) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = dynamic_window(caller, win, code);
    if (window == nullptr) return code;
    const auto first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(base));
    const auto& attached = world().memory().part(world().rank(), window->number).attached;
    if (!attached.contains(first)) {
        return raise(caller, window,
                     {MPI_ERR_BASE, "an address at which no attached memory begins",
                      "an address that was passed to MPI_Win_attach"});
    }
    const std::uint64_t size = attached.at(first).bytes;
    code = call_about(caller, *window, Call::win_detach, base, 0);
    world().detached({first, first + size});
    return code;
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;

extern "C" {

int MPI_Win_free(MPI_Win* win) {
    const LibraryCode inside(RMASIM_CALLER);
    return free_window(RMASIM_CALLER, win);
}

int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_result(group)) return raise(RMASIM_CALLER, window, *wrong);
    code = PMPI_Group_union(window->group, MPI_GROUP_EMPTY, group);
    if (code == MPI_SUCCESS) note_obtained(*group);
    return code;
}

int MPI_Win_get_attr(MPI_Win win, int keyval, void* value, int* found) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    for (const void* const result : {static_cast<const void*>(value), static_cast<const void*>(found)}) {
        if (const auto wrong = wrong_result(result)) return raise(RMASIM_CALLER, window, *wrong);
    }
    void* answer = nullptr;
    switch (keyval) {
        case MPI_WIN_BASE: answer = window->base; break;
        case MPI_WIN_SIZE: answer = &window->bytes; break;
        case MPI_WIN_DISP_UNIT: answer = &window->disp_unit; break;
        case MPI_WIN_CREATE_FLAVOR: answer = &window->flavor; break;
        case MPI_WIN_MODEL: answer = &window->model; break;
        default:
            if (const auto wrong = wrong_keyval(win, keyval)) return raise(RMASIM_CALLER, window, *wrong);
            return get_window_attribute(win, keyval, value, found);
    }
    *static_cast<void**>(value) = answer;
    *found = 1;
    return MPI_SUCCESS;
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_handler(handler)) return raise(RMASIM_CALLER, window, *wrong);
    window->handler = handler;
    return set_window_handler(win, handler);
}

// Returns the error handler of the window. The program gets a new reference of the handler and must free this reference
// (MPI 4.1, 9.3).
int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler* handler) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_result(handler)) return raise(RMASIM_CALLER, window, *wrong);
    *handler = get_window_handler(win);
    note_obtained(*handler);
    return MPI_SUCCESS;
}

int MPI_Win_call_errhandler(MPI_Win win, int error) {
    const LibraryCode inside(RMASIM_CALLER);
    const Caller caller = RMASIM_CALLER;
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    int error_class = MPI_ERR_UNKNOWN;
    PMPI_Error_class(error, &error_class);
    raise(caller, window, {error, fmt::format("an error of class {}, which the program raises", error_class), "none"});
    return MPI_SUCCESS;
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    const LibraryCode inside(RMASIM_CALLER);
    const Caller caller = RMASIM_CALLER;
    require(caller, Call::win_attach);
    return make_window(caller, info, comm, {.base = MPI_BOTTOM, .flavor = MPI_WIN_FLAVOR_DYNAMIC}, win);
}

int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint bytes) {
    const LibraryCode inside(RMASIM_CALLER);
    return attach(RMASIM_CALLER, win, base, bytes);
}
int MPI_Win_detach(MPI_Win win, const void* base) {
    const LibraryCode inside(RMASIM_CALLER);
    return detach(RMASIM_CALLER, win, base);
}

}  // extern "C"
