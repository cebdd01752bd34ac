#include "protocol/newrma/routines/holders.h"

namespace rmasim::newrma {

bool note_lock_held(EngineState& engine, Window& window) {
    if (engine.config.lock_order != LockOrder::holders_first || window.holds_lock) return false;
    window.holds_lock = true;
    const auto tell = [&](Rank target) { engine.world.transport.send(packet_to(engine, target, window, kind::holds)); };
    window.lock.note_holder(engine.rank);
    window.table.for_each([&](const TargetElement& target) {
        if (target.state == TargetState::lock_issued) tell(target.rank);
    });
    if (window.fall_back != nullptr && window.fall_back->in_flight > 0) tell(window.fall_back->last_asked);
    if (!window.shared) return true;
    for (const NodeWindow::Lock& lock : window.shared->locks) {
        if (lock.state == NodeWindow::Lock::State::waiting) tell(lock.rank);
    }
    return true;
}

std::uint32_t most_requests(const EngineState& engine, const Window& window) {
    const bool first_alone = engine.config.lock_order == LockOrder::holders_first && !window.holds_lock;
    return first_alone ? 1 : engine.config.lock_all_requests;
}

}  // namespace rmasim::newrma
