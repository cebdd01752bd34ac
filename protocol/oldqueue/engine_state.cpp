#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

EngineState::EngineState(Rank rank, Rank ranks, const std::vector<bool>& in_shared_memory, const Config& config,
                         World world, std::uint32_t start)
    : rank(rank), ranks(ranks), config(config), world(world), ordered(world.transport.ordered()),
      two_sided(rank, ranks, start) {
    windows.reserve(in_shared_memory.size());
    for (const bool shared : in_shared_memory) {
        const auto id = static_cast<WindowId>(windows.size());
        windows.emplace_back(id, shared, world.memory.shape(rank, id).disp_unit, start);
    }
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
