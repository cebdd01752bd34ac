#include "protocol/newrma/routines/holders.h"

#include "protocol/newrma/routines/progress.h"

namespace rmasim::newrma {

namespace {

Packet holds_packet(const EngineState& engine, const Window& window, Rank target) {
    Packet packet = packet_to(engine, target, window, kind::holds);
    if (!engine.ordered) packet.flags = flag::rma_done;
    return packet;
}

}  // namespace

bool note_lock_held(EngineState& engine, Window& window) {
    if (engine.config.lock_order != LockOrder::holders_first || window.holds_lock) return false;
    window.holds_lock = true;
    window.lock.note_holder(engine.rank);
    Transport& transport = engine.world.transport;
    window.table.for_each([&](TargetElement& target) {
        if (target.state != TargetState::lock_issued) return;
        Packet packet = holds_packet(engine, window, target.rank);
        if (!engine.ordered) ask_acknowledgement(window, target, packet);
        transport.send(packet);
    });
    if (!window.shared || !engine.ordered) return true;
    for (const NodeWindow::Lock& lock : window.shared->locks) {
        if (lock.state == NodeWindow::Lock::State::waiting) transport.send(holds_packet(engine, window, lock.rank));
    }
    return true;
}

}  // namespace rmasim::newrma
