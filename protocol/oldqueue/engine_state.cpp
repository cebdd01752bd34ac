#include "protocol/oldqueue/engine_state.h"

#include "protocol/parts/epoch_errors.h"

namespace rmasim::oldqueue {

EngineState::EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                         std::uint32_t start)
    : rank(rank), ranks(ranks), config(config), world(world), ordered(world.transport.ordered()),
      unannounced(config.window_info == WindowInfo::all_to_all ? window_count : WindowId{0}),
      two_sided(rank, ranks, start) {
    windows.reserve(window_count);
    for (WindowId id = 0; id < window_count; ++id) {
        Window& window = windows.emplace_back(id, world.window_group(rank, id), world.memory.shape(rank, id), start);
        window.announced_info = config.window_info != WindowInfo::all_to_all;
    }
}

// Expects the sizes of other processes at once: a process that has created the window may send its size before this
// process creates the window.
void add_window(EngineState& engine, WindowId id) {
    if (engine.config.unlock == UnlockKind::local) {
        throw ErroneousProgram(Call::win_create,
                               "with unlock: local no rank can determine that all packets of a window have "
                               "arrived, so no window can be created or freed during the run");
    }
    Window& window = engine.windows.add(id, id, engine.world.window_group(engine.rank, id), WindowShape{}, usual_start);
    if (engine.config.window_info == WindowInfo::all_to_all) {
        window.parts.expect_all(group_of(engine, window), engine.rank);
    }
    ++engine.unannounced;
    engine.windows.note_uncreated(id);
}

void remove_window(EngineState& engine, WindowId id) {
    const Window& window = engine.windows[id];
    require_closed(window);
    bool left = !window.lock.is_free() || window.incomplete > 0 || window.acks_due > 0 || !window.announced_info;
    for (const Request* one = engine.queue.first(); one != nullptr; one = one->next) {
        left = left || one->packet.window == id;
    }
    if (left)
        throw ProtocolError("window " + std::to_string(id) + " is freed while packets of the window are in flight");
    engine.windows.remove(id);
}

void require_closed(const Window& window) {
    std::optional<LeftOpen> open;
    if (window.locks > 0) open = LeftOpen::lock;
    if (window.is_started()) open = LeftOpen::start;
    if (window.is_posted()) open = LeftOpen::post;
    if (window.fence_operations) open = LeftOpen::fence_operations;
    require_none_left(open);
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
