#include "protocol/newrma/routines/own_lock.h"

#include "protocol/newrma/routines/target_side.h"

namespace rmasim::newrma {

void request_own_lock(EngineState& engine, Window& window, LockType type) {
    window.own_lock = Window::OwnLock::waiting;
    take_own_lock(engine, window, type);
}

void release_own_lock(EngineState& engine, Window& window) {
    const bool held = window.own_lock == Window::OwnLock::held;
    window.own_lock = Window::OwnLock::none;
    if (!held) return;
    release_lock(engine, window, engine.rank);
    grant_waiting(engine, window);
}

}  // namespace rmasim::newrma
