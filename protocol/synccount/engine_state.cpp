#include "protocol/synccount/engine_state.h"

namespace rmasim::synccount {

EngineState::EngineState(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config,
                         const World& world, std::uint32_t start)
    : rank(rank), config(config), world(world), ordered(world.transport.ordered()), two_sided(rank, ranks, start) {
    windows.reserve(sizes.size());
    for (const Rank size : sizes) {
        const auto id = static_cast<WindowId>(windows.size());
        const WindowGroup group(world, rank, ranks, id);
        windows.emplace_back(id, world.memory.shape(rank, id).disp_unit, std::min(size, group.size()),
                             group.place_of(rank) < size, group.is_all());
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

void note_error(EngineState& engine, const std::string& rule) {
    if (engine.noted.empty()) engine.noted = rule;
}

void raise_noted(const EngineState& engine, Call call) {
    if (!engine.noted.empty()) throw ErroneousProgram(call, engine.noted);
}

}  // namespace rmasim::synccount
