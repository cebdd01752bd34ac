#include "protocol/oldqueue/routines/create.h"

namespace rmasim::oldqueue {

namespace {

void send_info(EngineState& engine, WindowId window, Rank rank, Why why = Why::usual) {
    Packet packet = packet_to(engine, rank, window, kind::win_info);
    packet.set_why(why);
    set_shape(packet, engine.world.memory.shape(engine.rank, window));
    engine.world.transport.send(packet);
}

// Handles the creation of a window by this process.
void create_window(EngineState& engine, Window& window) {
    const WindowShape own = engine.world.memory.shape(engine.rank, window.id);
    window.disp_unit = own.disp_unit;
    window.in_shared_memory = own.alloc_mem;
    window.announced_info = true;
    --engine.unannounced;
    if (engine.config.window_info != WindowInfo::all_to_all) return;
    const WindowGroup group = group_of(engine, window);
    if (window.parts.is_empty()) window.parts.expect_all(group, engine.rank);
    if (window.parts.unknown() > 0) ++engine.missing_info;
    for_each_other(group, engine.rank, [&](Rank rank) { send_info(engine, window.id, rank); });
}

// True if this process has created the window, and sizes of other processes are missing.
bool waits_for(const Window& window) { return window.announced_info && window.parts.unknown() > 0; }

}  // namespace

void create_windows(EngineState& engine) {
    const auto create = [&engine](Window& window) { create_window(engine, window); };
    for (Window& window : engine.windows.from_the_start()) {
        if (!window.announced_info) create(window);
    }
    engine.windows.take_created([&engine](WindowId id) { return engine.world.memory.exists(engine.rank, id); }, create);
}

bool knows_all_windows(const EngineState& engine) {
    if (engine.config.window_info != WindowInfo::all_to_all) return true;
    if (engine.missing_info > 0) return false;
    if (engine.unannounced == 0) return true;
    const auto first = engine.windows.from_the_start();
    return std::ranges::all_of(first, [](const Window& window) { return window.announced_info; }) &&
           !engine.windows.any_uncreated(
               [&engine](WindowId id) { return engine.world.memory.exists(engine.rank, id); });
}

// Also waits for the sizes of a window that another thread creates during the wait.
Task<> wait_for_windows(EngineState& engine, Call call) {
    while (!knows_all_windows(engine)) {
        create_windows(engine);
        const auto awaited = std::find_if(engine.windows.begin(), engine.windows.end(), waits_for);
        if (awaited == engine.windows.end()) continue;
        const Window& window = *awaited;
        engine.waits.until({call, window.id, Awaited::window_info, no_rank},
                           [&window] { return window.parts.unknown() == 0; });
        co_await engine.waits;
    }
}

bool has_to_ask(const EngineState& engine, const Window& window, Rank rank) {
    return engine.config.window_info == WindowInfo::lazy && rank != engine.rank && !window.parts.knows(rank);
}

// Sends no packet if another thread has already requested the size.
Task<> request_part(EngineState& engine, Window& window, Call call, Rank rank) {
    if (window.parts.find(rank) == nullptr) {
        window.parts.expect(rank);
        engine.world.transport.send(packet_to(engine, rank, window.id, kind::win_info_ask));
    }
    engine.waits.until({call, window.id, Awaited::window_info, rank},
                       [&window, rank] { return window.parts.knows(rank); });
    co_await engine.waits;
}

void require_inside(const EngineState& engine, const Window& window, Call call, const Operation& operation) {
    const Part* const part = window.parts.find(operation.target);
    if (part == nullptr || operation.target == engine.rank) return;
    const Region& region = operation.region;
    const std::uint64_t bytes = region.extent_bytes();
    if (bytes <= part->bytes && region.disp <= (part->bytes - bytes) / part->disp_unit) return;
    throw ErroneousProgram(call, std::to_string(bytes) + " bytes at displacement " + std::to_string(region.disp) +
                                     " are not inside the window of rank " + std::to_string(operation.target) +
                                     ", which has " + std::to_string(part->bytes) + " bytes, in units of " +
                                     std::to_string(part->disp_unit));
}

void require_lockable(const EngineState& engine, const Window& window, Call call, Rank rank) {
    if (engine.config.window_info == WindowInfo::given) return;
    const bool own = rank == engine.rank;
    if (own ? window.in_shared_memory : !window.parts.knows(rank) || window.parts.find(rank)->alloc_mem != 0) return;
    throw ErroneousProgram(call, "the window of rank " + std::to_string(rank) +
                                     " is not in memory from MPI_ALLOC_MEM, and only such windows can be locked");
}

void on_window_info_ask(EngineState& engine, const Packet& packet) {
    send_info(engine, packet.window, packet.source, why::asked);
}

void on_window_info(EngineState& engine, Window& window, const Packet& packet) {
    window.parts.record(packet.source, shape_in(packet));
    const bool sends_to_all = engine.config.window_info == WindowInfo::all_to_all;
    if (sends_to_all && window.announced_info && window.parts.unknown() == 0) --engine.missing_info;
}

}  // namespace rmasim::oldqueue
