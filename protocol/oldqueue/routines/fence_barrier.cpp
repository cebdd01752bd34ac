#include "protocol/oldqueue/routines/fence_barrier.h"

namespace rmasim::oldqueue {

namespace {

Barrier& barrier_of(EngineState& engine, Window& window) {
    if (!window.barrier) window.barrier = std::make_unique<Barrier>(engine.rank, engine.ranks, window.start);
    return *window.barrier;
}

auto sender(EngineState& engine, WindowId window) {
    return [&engine, window](Rank peer, unsigned round) {
        engine.world.transport.send(barrier_packet(PacketKind::barrier, engine.rank, peer, window, round));
    };
}

}  // namespace

Barrier::Instance enter_fence_barrier(EngineState& engine, Window& window) {
    return barrier_of(engine, window).enter(sender(engine, window.id));
}

void on_fence_barrier(EngineState& engine, Window& window, const Packet& packet) {
    barrier_of(engine, window).arrived(packet.round, sender(engine, window.id));
}

}  // namespace rmasim::oldqueue
