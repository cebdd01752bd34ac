#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

namespace {

void share_on_node(const EngineState& engine, Window& window, std::uint32_t start) {
    const World& world = engine.world;
    if (!world.memory.shared(engine.rank, window.id)) return;
    window.shared = std::make_unique<NodeWindow>(world.memory.node_of(engine.rank),
                                                 world.node_group(engine.rank, window.id), engine.rank, start);
}

}  // namespace

EngineState::EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                         std::uint32_t start)
    : rank(rank), ranks(ranks), config(config), world(world), ordered(world.transport.ordered()),
      global_ops(config.op_pool.global), global_targets(config.target_pool.global), two_sided(rank, ranks, start) {
    windows.reserve(window_count);
    for (WindowId id = 0; id < window_count; ++id) {
        Window& window =
            windows.emplace_back(id, rank, WindowGroup(world, rank, ranks, id), config, sizes_of(config, id),
                                 world.memory.exists(rank, id), world.memory.shape(rank, id).disp_unit, start);
        share_on_node(*this, window, start);
    }
}

// The displacement unit is set in WIN_CREATE.
void add_window(EngineState& engine, WindowId id) {
    const WindowGroup group(engine.world, engine.rank, engine.ranks, id);
    Window& window = engine.windows.add(id, id, engine.rank, group, engine.config, sizes_of(engine.config, id), false,
                                        1u, usual_start);
    share_on_node(engine, window, usual_start);
}

void remove_window(EngineState& engine, WindowId id) {
    engine.windows[id].life.require_over();
    engine.windows.remove(id);
}

const RankGroup* communicator_of(const EngineState& engine, const Window& window) {
    return engine.world.window_group(engine.rank, window.id);
}

Rank rank_in_communicator(const EngineState& engine, const Window& window, Rank rank) {
    return communicator_of(engine, window)->comm_rank_of(rank);
}

Rank member_of_communicator(const EngineState& engine, const Window& window, Rank comm_rank) {
    return communicator_of(engine, window)->member(comm_rank);
}

void set_state(EngineState& engine, Call call, Window& window, WindowState state) {
    require_transition(call, window.state, state);
    engine.world.observer.window_state(engine.rank, window.id, name_of(window.state), name_of(state));
    window.state = state;
}

void set_exposure(EngineState& engine, Call call, Window& window, WindowState state) {
    require_exposure_transition(call, window.exposure, state);
    if (state == WindowState::unset) engine.world.observer.exposure_ended(engine.rank, window.id);
    engine.world.observer.exposure_state(engine.rank, window.id, name_of(window.exposure), name_of(state));
    window.exposure = state;
}

void set_state(EngineState& engine, Call call, Window& window, TargetElement& target, TargetState state) {
    require_transition(call, target.state, state);
    engine.world.observer.target_state(engine.rank, window.id, target.rank, name_of(target.state), name_of(state));
    target.state = state;
}

namespace {

TargetElement* find_at(EngineState& engine, Window& window, Rank rank, Rank comm_rank) {
    std::uint32_t steps = 0;
    TargetElement* const target = window.table.find(rank, comm_rank, steps);
    engine.world.observer.table_searched(engine.rank, window.id, steps);
    return target;
}

[[gnu::cold, gnu::noinline]] TargetElement* find_in_communicator(EngineState& engine, Window& window, Rank rank) {
    return find_at(engine, window, rank, rank_in_communicator(engine, window, rank));
}

}  // namespace

TargetElement* find_target(EngineState& engine, Window& window, Rank rank) {
    return window.of_all ? find_at(engine, window, rank, rank) : find_in_communicator(engine, window, rank);
}

void note_walk(EngineState& engine, const Window& window, std::size_t slots) {
    if (slots > 0) engine.world.observer.table_walked(engine.rank, window.id, slots);
}

Packet packet_to(const EngineState& engine, Rank target, const Window& window, PacketKind kind) {
    Packet packet;
    packet.source = engine.rank;
    packet.target = target;
    packet.window = window.id;
    packet.kind = kind;
    return packet;
}

}  // namespace rmasim::newrma
