#include "protocol/oldqueue/routines/grant.h"

namespace rmasim::oldqueue {

namespace {

bool has_exclusive_request(const EngineState& engine, const Window& window) {
    for (const Request* request = engine.queue.first(); request != nullptr; request = request->next) {
        const Packet& packet = request->packet;
        if (!request->leads || packet.window != window.id || !asks_for_lock(packet)) continue;
        if (lock_type_of(packet) == LockType::exclusive) return true;
    }
    return false;
}

}  // namespace

bool may_grant(const EngineState& engine, const Window& window, const Packet& request) {
    const LockType type = lock_type_of(request);
    if (!window.lock.admits(type)) return false;
    const bool waits_behind = engine.config.grant_order == GrantOrder::fifo && type == LockType::shared;
    return !waits_behind || window.exclusive_waits_in != engine.use.rounds;
}

void grant(EngineState& engine, Window& window, Rank origin, LockType type) {
    window.lock.grant(origin, type);
    engine.world.observer.lock_granted(engine.rank, window.id, origin, type);
}

void release(EngineState& engine, Window& window, Rank origin) {
    window.lock.release(origin);
    engine.world.observer.lock_released(engine.rank, window.id, origin);
}

bool may_take_own_lock(const EngineState& engine, const Window& window, LockType type) {
    if (!window.lock.admits(type)) return false;
    return engine.config.grant_order != GrantOrder::fifo || !has_exclusive_request(engine, window);
}

}  // namespace rmasim::oldqueue
