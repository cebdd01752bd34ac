#include "protocol/oldqueue/engine_state.h"

namespace rmasim::oldqueue {

EngineState::EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                         std::uint32_t start)
    : rank(rank), ranks(ranks), config(config), world(world), ordered(world.transport.ordered()),
      created(config.window_info != WindowInfo::all_to_all), two_sided(rank, ranks, start) {
    windows.reserve(window_count);
    for (WindowId id = 0; id < window_count; ++id) {
        windows.emplace_back(id, world.window_group(rank, id), world.memory.shape(rank, id), start);
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
