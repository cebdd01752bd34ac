#include "protocol/synccount/engine_state.h"

#include <algorithm>

namespace rmasim::synccount {

EngineState::EngineState(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config,
                         const World& world, std::uint32_t start)
    : rank(rank), config(config), world(world), ordered(world.transport.ordered()), two_sided(rank, ranks, start) {
    windows.reserve(static_cast<WindowId>(sizes.size()));
    for (const Rank size : sizes) {
        const auto id = static_cast<WindowId>(windows.numbers());
        const WindowGroup group(ranks, world.first_group(rank, id));
        windows.emplace_back(id, world.memory.shape(rank, id).disp_unit, group.group(), std::min(size, group.size()),
                             rank);
    }
}

void add_window(EngineState& engine, WindowId id) {
    const WindowGroup group(engine.world, engine.rank, engine.two_sided.ranks(), id);
    engine.windows.add(id, id, not_created, group.group(), group.size(), engine.rank);
    ++engine.uncreated;
    engine.windows.note_uncreated(id);
}

void create_windows(EngineState& engine) {
    engine.windows.take_created([&engine](WindowId id) { return engine.world.memory.exists(engine.rank, id); },
                                [&engine](Window& window) {
                                    window.disp_unit = engine.world.memory.shape(engine.rank, window.id).disp_unit;
                                    --engine.uncreated;
                                });
}

void remove_window(EngineState& engine, WindowId id) {
    const Window& window = engine.windows[id];
    const auto is_of_window = [id](const Counter& counter) { return counter.live && counter.window == id; };
    const auto& counters = engine.counters.all();
    if (std::any_of(counters.begin(), counters.end(), is_of_window)) {
        throw ErroneousProgram(Call::win_free, "the window has synchronisation counters; free them first");
    }
    if (!window.targets.empty()) {
        throw ErroneousProgram(Call::win_free,
                               "no request of win_sync_ops_init has completed an operation on the window");
    }
    if (window.change || window.info || window.disp_unit == not_created) {
        throw ProtocolError("window " + std::to_string(id) + " is freed while packets of the window are in flight");
    }
    engine.windows.remove(id);
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
