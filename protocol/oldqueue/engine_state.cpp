#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

EngineState::EngineState(Rank rank, Rank ranks, const std::vector<bool>& in_shared_memory, const Config& config,
                         World world)
    : rank(rank), ranks(ranks), config(config), world(world), ordered(world.transport.ordered()),
      two_sided(rank, ranks) {
    windows.reserve(in_shared_memory.size());
    for (const bool shared : in_shared_memory) windows.emplace_back(static_cast<WindowId>(windows.size()), shared);
}

Packet packet_to(const EngineState& engine, Rank target, WindowId window, PacketKind kind) {
    Packet packet;
    packet.source = engine.rank;
    packet.target = target;
    packet.window = window;
    packet.kind = kind;
    return packet;
}

}  // namespace rmasim::oldqueue
