#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

EngineState::EngineState(Rank rank, Rank ranks, WindowId window_count, const std::vector<bool>& dynamic,
                         const Config& config, const World& world, std::uint32_t start)
    : rank(rank), config(config), world(world), two_sided(rank, ranks, start) {
    windows.reserve(window_count);
    for (WindowId id = 0; id < window_count; ++id) {
        const bool shared = world.memory.shared(rank, id);
        const bool is_dynamic = id < dynamic.size() && dynamic[id];
        const WindowGroup group(world, rank, ranks, id);
        windows.emplace_back(id, rank, group, world.memory.exists(rank, id), world.memory.shape(rank, id).disp_unit,
                             shared, network_use(config, world, group, shared, is_dynamic), start);
    }
}

// The displacement unit of the new window is 1 until WIN_CREATE sets it.
void add_window(EngineState& engine, WindowId id) {
    const WindowGroup group(engine.world, engine.rank, engine.two_sided.ranks(), id);
    const bool shared = engine.world.memory.shared(engine.rank, id);
    const NetworkUse network = network_use(engine.config, engine.world, group, shared, false);
    engine.windows.add(id, id, engine.rank, group, false, 1u, shared, network, usual_start);
}

void remove_window(EngineState& engine, WindowId id) {
    engine.windows[id].life.require_over();
    engine.windows.remove(id);
}

void set_epoch(EngineState& engine, Window& window, Epoch epoch) {
    if (window.epoch == epoch) return;
    engine.world.observer.window_state(engine.rank, window.id, name_of(window.epoch), name_of(epoch));
    window.epoch = epoch;
}

Packet packet_to(const EngineState& engine, Rank target, WindowId window, PacketKind kind) {
    Packet packet;
    packet.source = engine.rank;
    packet.target = target;
    packet.window = window;
    packet.kind = kind;
    return packet;
}

void send(EngineState& engine, const Packet& packet) {
    engine.world.transport.send(packet);
    if (packet.target == engine.rank) engine.handle(engine, packet);
}

}  // namespace rmasim::ch4
