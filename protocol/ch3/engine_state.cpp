#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

std::string_view name_of(WindowState state) {
    static constexpr std::array<std::string_view, 9> names{"UNSET",           "FENCE_ISSUED",    "FENCE_GRANTED",
                                                           "PSCW_ISSUED",     "PSCW_GRANTED",    "PER_TARGET",
                                                           "LOCK_ALL_CALLED", "LOCK_ALL_ISSUED", "LOCK_ALL_GRANTED"};
    return names[static_cast<std::size_t>(state)];
}

EngineState::EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                         std::uint32_t start)
    : rank(rank), config(config), world(world), ordered(world.transport.ordered()), global_ops(config.op_pool.global),
      global_targets(config.target_pool.global), two_sided(rank, ranks, start) {
    windows.reserve(window_count);
    for (WindowId id = 0; id < window_count; ++id) {
        windows.emplace_back(id, rank, WindowGroup(world, rank, ranks, id), config, sizes_of(config, id),
                             world.memory.exists(rank, id), world.memory.shape(rank, id).disp_unit,
                             world.memory.shared(rank, id), world.memory.node_of(rank), start);
    }
}

// The displacement unit of the new window is 1 until WIN_CREATE sets it.
void add_window(EngineState& engine, WindowId id) {
    const Memory& memory = engine.world.memory;
    const WindowGroup group(engine.world, engine.rank, engine.two_sided.ranks(), id);
    engine.windows.add(id, id, engine.rank, group, engine.config, sizes_of(engine.config, id), false, 1u,
                       memory.shared(engine.rank, id), memory.node_of(engine.rank), usual_start);
}

void remove_window(EngineState& engine, WindowId id) {
    engine.windows[id].life.require_over();
    engine.windows.remove(id);
}

Rank node_member(const EngineState& engine, const Window& window, Rank node_rank) {
    if (window.group().is_all()) return window.node.first + node_rank;
    return engine.world.node_group(engine.rank, window.id)->member(node_rank);
}

void set_state(EngineState& engine, Window& window, WindowState state) {
    if (window.state == state) return;
    engine.world.observer.window_state(engine.rank, window.id, name_of(window.state), name_of(state));
    window.state = state;
}

void set_state(EngineState& engine, Window& window, TargetElement& target, TargetState state) {
    if (target.state == state) return;
    engine.world.observer.target_state(engine.rank, window.id, target.rank, name_of(target.state), name_of(state));
    target.state = state;
}

TargetElement* find_target(EngineState& engine, const Window& window, Rank rank) {
    std::uint32_t steps = 0;
    TargetElement* const target = window.table.find(rank, window.comm_rank_of(rank), steps);
    engine.world.observer.table_searched(engine.rank, window.id, steps);
    return target;
}

void note_walk(EngineState& engine, const Window& window) {
    engine.world.observer.table_walked(engine.rank, window.id, window.table.slots());
}

void fail(EngineState& engine, FailureKind kind, const std::string& what) {
    engine.failed = true;
    throw ImplementationFailed(kind, engine.rank, what);
}

Packet packet_to(const EngineState& engine, Rank target, const Window& window, PacketKind kind) {
    Packet packet;
    packet.source = engine.rank;
    packet.target = target;
    packet.window = window.id;
    packet.kind = kind;
    return packet;
}

}  // namespace rmasim::ch3
