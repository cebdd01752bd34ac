#include "protocol/newrma/routines/own_lock.h"

#include "protocol/newrma/routines/target_side.h"

namespace rmasim::newrma {

Task<> lock_own_window(EngineState& engine, Call call, Window& window, LockType type) {
    if (window.own_lock == Window::OwnLock::none) request_own_lock(engine, window, type);
    engine.waits.until({call, window.id, Awaited::lock_granted, engine.rank},
                       [&window] { return window.own_lock != Window::OwnLock::waiting; });
    co_await engine.waits;
}

void request_own_lock(EngineState& engine, Window& window, LockType type) {
    Packet own = packet_to(engine, engine.rank, window, kind::lock);
    set_lock_type(own, type);
    own.flags = window.holder_flag();
    window.own_lock = Window::OwnLock::waiting;
    on_request(engine, window, own);
}

void release_own_lock(EngineState& engine, Window& window) {
    const bool held = window.own_lock == Window::OwnLock::held;
    window.own_lock = Window::OwnLock::none;
    if (!held) return;
    release_lock(engine, window, engine.rank);
    grant_waiting(engine, window);
}

}  // namespace rmasim::newrma
