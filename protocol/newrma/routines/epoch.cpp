#include "protocol/newrma/routines/epoch.h"

namespace rmasim::newrma {

void open_epoch(EngineState& engine, Call call, Window& window, WindowState state) {
    if (window.fence_has_operations) {
        throw ErroneousProgram(call, "a fence epoch with operations is open on the window; close it with fence");
    }
    if (window.state != WindowState::unset && !window.in_fence()) {
        throw ErroneousProgram(call, "another access epoch is open on the window; close it first");
    }
    set_state(engine, call, window, state);
}

void close_passive_epoch(EngineState& engine, Window& window) {
    if (window.locks_held > 0 || window.own_lock != Window::OwnLock::none) return;
    window.holds_lock = false;
    set_state(engine, Call::unlock, window, WindowState::unset);
}

void require_closed(const Window& window) {
    const char* open = nullptr;
    if (window.state == WindowState::per_target) open = "a target is still locked; unlock is missing";
    if (window.in_lock_all()) open = "the epoch of lock_all is still open; unlock_all is missing";
    if (window.in_pscw()) open = "an access epoch is still open; complete is missing";
    if (window.exposure != WindowState::unset) open = "an exposure epoch is still open; wait is missing";
    if (window.fence_has_operations) open = "operations of a fence epoch were never completed; a fence is missing";
    if (open != nullptr) throw ErroneousProgram(Call::win_free, open);
}

}  // namespace rmasim::newrma
