// FLUSH (design, "Algorithm for FLUSH"): UNLOCK without its UNLOCK, and without a change of state.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Task<> Engine::flush(WindowId id, Rank rank) {
    Window& window = windows_[id];
    if (window.state != WindowState::per_target) {
        throw ErroneousProgram(Call::flush, "no passive-target epoch is open on the window");
    }
    if (rank == rank_) {
        if (window.own_lock == Window::OwnLock::none) throw ErroneousProgram(Call::flush, "the target is not locked");
        co_return;  // operations on the own window are complete when they return
    }
    TargetElement* const target = find_target(window, rank);
    if (target == nullptr) {
        // Freed after its RMA_DONE was acknowledged: everything is complete (NR-FLUSH-3).
        if (window.lost_elements == 0) throw ErroneousProgram(Call::flush, "the target is not locked");
        co_return;
    }
    const bool unheard = target->state == TargetState::lock_called && target->ops == nullptr;
    if (unheard) co_return;
    ++target->users;
    co_await drain(Call::flush, window, *target, SyncFlag::flush);
    --target->users;
    make_progress_target(window, *target);
}

}  // namespace rmasim::newrma
