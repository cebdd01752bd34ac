#include "protocol/synccount/modes/change_comm.h"

#include <utility>

namespace rmasim::synccount {

namespace {

constexpr Call changing = Call::win_change_comm;

void require_legal(const EngineState& engine, const Window& window, Rank new_size, Rank peer) {
    if (window.change) throw ErroneousProgram(changing, "another thread is inside this call on the same window");
    const RankGroup* const group = group_of(engine, window);
    if (group != nullptr && new_size > group->size()) {
        throw ErroneousProgram(changing, std::to_string(new_size) +
                                             " ranks exceed the size of the window's communicator, " +
                                             std::to_string(group->size()));
    }
    if (!window.member && comm_rank_in(group, engine.rank) >= new_size) {
        throw ErroneousProgram(
            changing, "rank " + std::to_string(engine.rank) + " is in neither the old nor the new group of the window");
    }
    const Rank both = window.member ? std::min(window.ranks, new_size) : new_size;
    if (comm_rank_in(group, peer) >= both) {
        throw ErroneousProgram(
            changing, "peer " + std::to_string(peer) + " is not in both the old and the new group of the window");
    }
    if (window.targets.empty()) return;
    throw ErroneousProgram(changing, "no request of win_sync_ops_init has completed an operation to rank " +
                                         std::to_string(window.targets.begin()->rank));
}

void send_infos(EngineState& engine, const Window& window, Sizes sizes) {
    const RankGroup* const group = group_of(engine, window);
    for (Rank newcomer = sizes.before; newcomer < sizes.now; ++newcomer) {
        Packet packet = packet_to(engine, world_rank_of(group, newcomer), window.id, kind::win_info);
        set_sizes(packet, sizes);
        packet.data_bytes = 2 * sizeof(std::uint32_t);
        engine.world.transport.send(packet);
    }
}

void send_barrier(const EngineState& engine, const Window& window, Rank comm_rank, unsigned round) {
    const Rank peer = world_rank_of(group_of(engine, window), comm_rank);
    Packet packet = barrier_packet(PacketKind::barrier, engine.rank, peer, window.id, round);
    set_sizes(packet, window.change->sizes);
    engine.world.transport.send(packet);
}

void arrived(EngineState& engine, Window& window, const Packet& packet) {
    const Sizes sizes = sizes_in(packet);
    if (sizes != window.change->sizes) {
        note_error(engine, "win_change_comm: rank " + std::to_string(packet.source) + " changes from " +
                               std::to_string(sizes.before) + " to " + std::to_string(sizes.now) + " ranks, but rank " +
                               std::to_string(engine.rank) + " from " + std::to_string(window.change->sizes.before) +
                               " to " + std::to_string(window.change->sizes.now));
    }
    window.change->barrier->arrived(
        packet.round, [&](Rank comm_rank, unsigned round) { send_barrier(engine, window, comm_rank, round); });
}

// Enters the barrier of all ranks that have the window before or after the change.
Barrier::Instance enter(EngineState& engine, Window& window, Sizes sizes) {
    window.change->sizes = sizes;
    const Rank comm_rank = comm_rank_in(group_of(engine, window), engine.rank);
    window.change->barrier = std::make_unique<Barrier>(comm_rank, std::max(sizes.now, sizes.before));
    for (const Packet& packet : std::exchange(window.early, {})) arrived(engine, window, packet);
    return window.change->barrier->enter([&](Rank to, unsigned round) { send_barrier(engine, window, to, round); });
}

}  // namespace

Task<> change_comm(EngineState& engine, Window& window, Rank new_size, Rank peer) {
    require_legal(engine, window, new_size, peer);
    window.change = std::make_unique<GroupChange>();
    Sizes sizes{new_size, window.ranks};
    if (window.member && peer == engine.rank) send_infos(engine, window, sizes);
    if (!window.member) {
        engine.waits.until({changing, window.id, Awaited::window_info, peer},
                           [&window] { return window.info != nullptr; });
        co_await engine.waits;
        const Packet info = *std::exchange(window.info, nullptr);
        sizes = sizes_in(info);
        if (info.source != peer || sizes.now != new_size) {
            throw ErroneousProgram(changing, "rank " + std::to_string(info.source) + " announces " +
                                                 std::to_string(sizes.now) + " ranks, but rank " +
                                                 std::to_string(engine.rank) + " expects " + std::to_string(new_size) +
                                                 " from peer " + std::to_string(peer));
        }
    }
    const Barrier::Instance instance = enter(engine, window, sizes);
    engine.waits.until({changing, window.id, Awaited::barrier}, [&engine, &window, instance] {
        return window.change->barrier->completed(instance) || !engine.noted.empty();
    });
    co_await engine.waits;
    raise_noted(engine, changing);
    window.ranks = sizes.now;
    window.member = comm_rank_in(group_of(engine, window), engine.rank) < sizes.now;
    window.change.reset();
}

void on_win_info(Window& window, const Packet& packet) {
    window.info = std::make_unique<const Packet>(packet);
}

void on_barrier(EngineState& engine, Window& window, const Packet& packet) {
    if (window.change && window.change->barrier) arrived(engine, window, packet);
    else window.early.push_back(packet);
}

}  // namespace rmasim::synccount
