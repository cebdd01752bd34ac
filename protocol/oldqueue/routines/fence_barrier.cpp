#include "protocol/oldqueue/routines/fence_barrier.h"

namespace rmasim::oldqueue {

namespace {

Barrier& barrier_of(EngineState& engine, Window& window) {
    if (!window.barrier) {
        const WindowGroup group = group_of(engine, window);
        window.barrier = std::make_unique<Barrier>(group.comm_rank_of(engine.rank), group.size(), window.start);
    }
    return *window.barrier;
}

auto sender(EngineState& engine, const Window& window) {
    return [&engine, &window](Rank comm_rank, unsigned round) {
        const Rank peer = world_rank_of(window.communicator, comm_rank);
        engine.world.transport.send(barrier_packet(PacketKind::barrier, engine.rank, peer, window.id, round));
    };
}

}  // namespace

Barrier::Instance enter_fence_barrier(EngineState& engine, Window& window) {
    return barrier_of(engine, window).enter(sender(engine, window));
}

void on_fence_barrier(EngineState& engine, Window& window, const Packet& packet) {
    barrier_of(engine, window).arrived(packet.round, sender(engine, window));
}

}  // namespace rmasim::oldqueue
