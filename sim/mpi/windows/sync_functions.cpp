// The synchronisation functions of MPI's one-sided communication.
#include "sim/mpi/windows/arguments.h"
#include "sim/mpi/windows/checked_call.h"
#include "sim/mpi/windows/window_promises.h"

#include <fmt/format.h>

using namespace rmasim::sim;
using rmasim::Call;
using rmasim::CallAnswer;
using rmasim::LockType;

extern "C" {

int MPI_Win_fence(int asserts, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_with_asserts(RMASIM_CALLER, win, asserts, {.call = Call::fence});
}
int MPI_Win_post(MPI_Group group, int asserts, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_with_group(RMASIM_CALLER, win, group, asserts, Call::post);
}
int MPI_Win_start(MPI_Group group, int asserts, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_with_group(RMASIM_CALLER, win, group, asserts, Call::start);
}
int MPI_Win_complete(MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on(RMASIM_CALLER, win, {.call = Call::complete});
}
int MPI_Win_wait(MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on(RMASIM_CALLER, win, {.call = Call::wait});
}
int MPI_Win_test(MPI_Win win, int* flag) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    const Caller caller = RMASIM_CALLER;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_result(flag)) return raise(caller, window, *wrong);
    require(caller, Call::test);
    const CallAnswer* const answer = world().call(caller, *window, {.call = Call::test, .window = window->number});
    if (answer == nullptr) return raise_sync_error(caller, *window);
    *flag = answer->done ? 1 : 0;
    return MPI_SUCCESS;
}

int MPI_Win_lock(int type, int target, int asserts, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    const Caller caller = RMASIM_CALLER;
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE) {
        return raise(caller, window,
                     {MPI_ERR_LOCKTYPE, fmt::format("lock type {}", type), "MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE"});
    }
    const std::optional<rmasim::Assert> found = asserts_of(asserts, rmasim::Assert::nocheck);
    if (!found) {
        return raise(caller, window, {MPI_ERR_ASSERT, fmt::format("assertion {:#x}", asserts), "0, MPI_MODE_NOCHECK"});
    }
    check_lock_promised(caller, *window);
    return call_on_target(caller, *window, target,
                          {.call = Call::lock,
                           .lock_type = type == MPI_LOCK_SHARED ? LockType::shared : LockType::exclusive,
                           .asserts = *found});
}
int MPI_Win_unlock(int target, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on_target(RMASIM_CALLER, win, target, {.call = Call::unlock});
}
int MPI_Win_lock_all(int asserts, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    const Caller caller = RMASIM_CALLER;
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    check_lock_promised(caller, *window);
    return call_with_asserts(caller, *window, asserts, {.call = Call::lock_all});
}
int MPI_Win_unlock_all(MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on(RMASIM_CALLER, win, {.call = Call::unlock_all});
}
int MPI_Win_flush(int target, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on_target(RMASIM_CALLER, win, target, {.call = Call::flush});
}
int MPI_Win_flush_local(int target, MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on_target(RMASIM_CALLER, win, target, {.call = Call::flush_local});
}
int MPI_Win_flush_all(MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on(RMASIM_CALLER, win, {.call = Call::flush_all});
}
int MPI_Win_flush_local_all(MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on(RMASIM_CALLER, win, {.call = Call::flush_local_all});
}
int MPI_Win_sync(MPI_Win win) {
    const LibraryCode inside(RMASIM_CALLER);
    return call_on(RMASIM_CALLER, win, {.call = Call::sync});
}

}  // extern "C"
