#include "protocol/newrma/routines/epoch.h"

#include "protocol/parts/epoch_errors.h"

namespace rmasim::newrma {

void open_epoch(EngineState& engine, Call call, Window& window, WindowState state) {
    if (window.fence_has_operations) {
        refuse_in_fence_operations(call);
    }
    if (window.state != WindowState::unset && !window.in_fence()) {
        refuse_in_access(call);
    }
    set_state(engine, call, window, state);
}

void close_passive_epoch(EngineState& engine, Window& window) {
    if (window.locks_held > 0 || window.own_lock != Window::OwnLock::none) return;
    window.holds_lock = false;
    set_state(engine, Call::unlock, window, WindowState::unset);
}

void require_closed(const Window& window) {
    std::optional<LeftOpen> open;
    if (window.state == WindowState::per_target) open = LeftOpen::lock;
    if (window.in_lock_all()) open = LeftOpen::lock_all;
    if (window.in_pscw()) open = LeftOpen::start;
    if (window.exposure != WindowState::unset) open = LeftOpen::post;
    if (window.fence_has_operations) open = LeftOpen::fence_operations;
    require_none_left(open);
}

}  // namespace rmasim::newrma
