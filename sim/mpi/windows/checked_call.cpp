#include "sim/mpi/windows/checked_call.h"

#include "sim/mpi/windows/arguments.h"
#include "sim/scenario/families/family.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

[[noreturn]] void raise_fatal(const Caller& caller, const Wrong& wrong) {
    const bool whole = !wrong.sentence.empty();
    world().erroneous(caller, whole ? wrong.sentence : fmt::format("found {}; allowed: {}", wrong.found, wrong.allowed),
                      wrong.section);
}

}  // namespace

int raise(const Caller& caller, const ProgramWindow* window, const Wrong& wrong) {
    if (window == nullptr) return raise_in(caller, MPI_COMM_WORLD, wrong);
    if (window->handler == MPI_ERRORS_ARE_FATAL) raise_fatal(caller, wrong);
    if (window->handler != MPI_ERRORS_RETURN) call_handler(*window, wrong.error_class);
    return wrong.error_class;
}

int raise_in(const Caller& caller, MPI_Comm comm, const Wrong& wrong) {
    MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
    PMPI_Comm_get_errhandler(comm, &handler);
    if (handler == MPI_ERRORS_ARE_FATAL) raise_fatal(caller, wrong);
    if (handler != MPI_ERRORS_RETURN) {
        PMPI_Errhandler_free(&handler);  // frees the reference that PMPI_Comm_get_errhandler created
        PMPI_Comm_call_errhandler(comm, wrong.error_class);
    }
    return wrong.error_class;
}

std::optional<Wrong> wrong_result(const void* result) {
    if (result != nullptr) return std::nullopt;
    return Wrong{MPI_ERR_ARG, "a null pointer for a result", "the address of a variable"};
}

ProgramWindow* window_of(const Caller& caller, MPI_Win win, int& code) {
    if (!world().has_joined()) std::abort();  // SMPI does the same for calls before MPI_Init
    ProgramWindow* const window = world().find(win);
    if (window == nullptr) {
        code = raise(caller, nullptr,
                     {MPI_ERR_WIN, win == MPI_WIN_NULL ? "MPI_WIN_NULL" : "no window", "a window that exists"});
    }
    return window;
}

void require(const Caller& caller, Call call) {
    if (world().offers(call)) return;
    std::vector<std::string_view> with;
    for (const Family* const family : families()) {
        if (family->calls().contains(call)) with.push_back(family->name());
    }
    world().refuse(caller, fmt::format("a call that family {} does not have", world().family().name()),
                   fmt::format("--family {}", fmt::join(with, ", ")));
}

int call_on(const Caller& caller, MPI_Win win, CallRequest&& request) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    return window == nullptr ? code : call_on(caller, *window, std::move(request));
}

int call_on(const Caller& caller, const ProgramWindow& window, CallRequest&& request) {
    require(caller, request.call);
    request.window = window.number;
    const bool made = world().call(caller, window, std::move(request)) != nullptr;
    return made ? MPI_SUCCESS : raise_sync_error(caller, window);
}

int raise_sync_error(const Caller& caller, const ProgramWindow& window) {
    return raise(caller, &window, {MPI_ERR_RMA_SYNC, "a call in the wrong epoch", "calls that the open epochs permit"});
}

int call_on_target(const Caller& caller, MPI_Win win, int target, CallRequest&& request) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    return window == nullptr ? code : call_on_target(caller, *window, target, std::move(request));
}

int call_on_target(const Caller& caller, const ProgramWindow& window, int target, CallRequest&& request) {
    if (target == MPI_PROC_NULL) return MPI_SUCCESS;
    const Rank size = window.members->group->size();
    if (target < 0 || target >= size) {
        return raise(caller, &window,
                     {MPI_ERR_RANK, fmt::format("rank {}", target), fmt::format("0 to {}, MPI_PROC_NULL", size - 1)});
    }
    request.target = window.members->group->member(target);
    return call_on(caller, window, std::move(request));
}

int call_with_asserts(const Caller& caller, MPI_Win win, int asserts, CallRequest&& request) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    return window == nullptr ? code : call_with_asserts(caller, *window, asserts, std::move(request));
}

int call_with_asserts(const Caller& caller, const ProgramWindow& window, int asserts, CallRequest&& request) {
    const Assert allowed = description_of(request.call).asserts;
    const std::optional<Assert> found = asserts_of(asserts, allowed);
    if (!found) {
        std::vector<std::string> names;
        for (const Assert one : all_asserts) {
            if (has(allowed, one)) names.emplace_back(name_of(one));
        }
        return raise(caller, &window,
                     {MPI_ERR_ASSERT, fmt::format("assertion {:#x}", asserts),
                      fmt::format("0, and of MPI_MODE_...: {}", fmt::join(names, ", "))});
    }
    request.asserts = *found;
    return call_on(caller, window, std::move(request));
}

int call_with_group(const Caller& caller, MPI_Win win, MPI_Group group, int asserts, Call call) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_group(group)) return raise(caller, window, *wrong);
    CallRequest request{.call = call, .group = ranks_of(group)};
    for (const Rank member : request.group) {
        if (window->members->group->contains(member)) continue;
        return raise(caller, window,
                     {MPI_ERR_GROUP, fmt::format("a group with rank {} of MPI_COMM_WORLD", member),
                      "a subset of the window's group"});
    }
    return call_with_asserts(caller, *window, asserts, std::move(request));
}

}  // namespace rmasim::sim
