#include "protocol/synccount/modes/modes.h"

#include <cstring>
#include <utility>

namespace rmasim::synccount {

namespace {

constexpr Call changing = Call::win_change_comm;

RankGroup old_members(const Window& window) { return members_of(window.group, window.ranks); }

void require_legal(const EngineState& engine, const Window& window, const NewGroup& to, Rank peer) {
    if (window.change) throw ErroneousProgram(changing, "another thread is inside this call on the same window");
    if (to.group != nullptr && to.size > to.group->size()) {
        throw ErroneousProgram(changing, std::to_string(to.size) + " ranks exceed the size of the new communicator, " +
                                             std::to_string(to.group->size()));
    }
    const RankGroup now = members_of(to.group, to.size);
    if (!window.member && !now.contains(engine.rank)) {
        throw ErroneousProgram(
            changing, "rank " + std::to_string(engine.rank) + " is in neither the old nor the new group of the window");
    }
    if (!now.contains(peer) || (window.member && !old_members(window).contains(peer))) {
        throw ErroneousProgram(
            changing, "peer " + std::to_string(peer) + " is not in both the old and the new group of the window");
    }
    if (window.targets.empty()) return;
    throw ErroneousProgram(changing, "operations must be complete, but no request has covered an operation to rank " +
                                         std::to_string(window.targets.begin()->rank));
}

// Returns the members of the old group that are not in the new group.
std::vector<Rank> leaving(const Window& window, const NewGroup& to) {
    std::vector<Rank> leavers;
    const RankGroup before = old_members(window), now = members_of(to.group, to.size);
    for (Rank comm_rank = 0; comm_rank < before.size(); ++comm_rank) {
        const Rank rank = before.member(comm_rank);
        if (!now.contains(rank)) leavers.push_back(rank);
    }
    return leavers;
}

void set_participants(GroupChange& change, const RankGroup& now, const std::vector<Rank>& leavers) {
    if (leavers.empty()) {
        change.participants = std::make_unique<const RankGroup>(now);
        return;
    }
    std::vector<Rank> all;
    for (Rank comm_rank = 0; comm_rank < now.size(); ++comm_rank) all.push_back(now.member(comm_rank));
    all.insert(all.end(), leavers.begin(), leavers.end());
    const auto size = static_cast<Rank>(all.size());
    change.table = std::make_unique<const GroupTable>(std::move(all));
    change.participants = std::make_unique<const RankGroup>(size, *change.table);
}

// Called by members of the old group. If the new group consists of ranks of the same communicator, the participants are
// the first ranks of this communicator and need no table.
void determine_participants(const Window& window, const NewGroup& to) {
    GroupChange& change = *window.change;
    if (window.group == to.group) set_participants(change, members_of(to.group, std::max(window.ranks, to.size)), {});
    else set_participants(change, members_of(to.group, to.size), leaving(window, to));
}

void send_infos(EngineState& engine, const Window& window, const NewGroup& to) {
    const RankGroup before = old_members(window), now = members_of(to.group, to.size);
    const std::vector<Rank> leavers = window.group == to.group ? std::vector<Rank>() : leaving(window, to);
    const std::size_t bytes = leavers.size() * sizeof(Rank);
    for (Rank comm_rank = 0; comm_rank < now.size(); ++comm_rank) {
        if (before.contains(now.member(comm_rank))) continue;
        Packet packet = packet_to(engine, now.member(comm_rank), window.id, kind::win_info);
        set_change(packet, window.change->names);
        packet.data_bytes = static_cast<std::uint32_t>(2 * sizeof(std::uint32_t) + bytes);
        if (bytes > 0) {
            packet.payload = engine.world.memory.allocate(bytes);
            std::memcpy(packet.payload.bytes, leavers.data(), bytes);
        }
        engine.world.transport.send(packet);
    }
}

std::vector<Rank> leavers_in(EngineState& engine, const Packet& info) {
    std::vector<Rank> leavers((info.data_bytes - 2 * sizeof(std::uint32_t)) / sizeof(Rank));
    if (leavers.empty()) return leavers;
    std::memcpy(leavers.data(), info.payload.bytes, leavers.size() * sizeof(Rank));
    engine.world.memory.release(info.payload);
    return leavers;
}

void send_barrier(const EngineState& engine, const Window& window, Rank participant, unsigned round) {
    const Rank peer = window.change->participants->member(participant);
    Packet packet = barrier_packet(PacketKind::barrier, engine.rank, peer, window.id, round);
    set_change(packet, window.change->names);
    engine.world.transport.send(packet);
}

void arrived(EngineState& engine, Window& window, const Packet& packet) {
    const ChangeName theirs = change_in(packet), ours = window.change->names;
    if (theirs != ours) {
        note_error(engine, "win_change_comm: rank " + std::to_string(packet.source) + " changes from " +
                               std::to_string(theirs.before) + " to " + std::to_string(theirs.now) +
                               " ranks, but rank " + std::to_string(engine.rank) + " from " +
                               std::to_string(ours.before) + " to " + std::to_string(ours.now));
    }
    window.change->barrier->arrived(
        packet.round, [&](Rank participant, unsigned round) { send_barrier(engine, window, participant, round); });
}

// Enters the barrier of all ranks that have the window before or after the change.
Barrier::Instance enter(EngineState& engine, Window& window) {
    GroupChange& change = *window.change;
    const RankGroup& all = *change.participants;
    change.barrier = std::make_unique<Barrier>(all.comm_rank_of(engine.rank), all.size());
    for (const Packet& packet : std::exchange(window.early, {})) on_barrier(engine, window, packet);
    return change.barrier->enter([&](Rank to, unsigned round) { send_barrier(engine, window, to, round); });
}

// Processes WIN_INFO in a new member. WIN_INFO has the ranks that leave the window, so the new member can determine all
// participants.
void take_info(EngineState& engine, Window& window, const NewGroup& to, Rank peer) {
    const Packet info = *std::exchange(window.info, nullptr);
    const ChangeName named = change_in(info);
    const std::vector<Rank> leavers = leavers_in(engine, info);
    if (info.source != peer || named.now != to.size) {
        throw ErroneousProgram(changing, "rank " + std::to_string(info.source) + " announces " +
                                             std::to_string(named.now) + " ranks, but rank " +
                                             std::to_string(engine.rank) + " expects " + std::to_string(to.size) +
                                             " from peer " + std::to_string(peer));
    }
    window.change->names = named;
    set_participants(*window.change, members_of(to.group, to.size), leavers);
}

}  // namespace

Task<> change_comm(EngineState& engine, Window& window, NewGroup to, Rank peer) {
    require_legal(engine, window, to, peer);
    window.change = std::make_unique<GroupChange>();
    if (window.member) {
        window.change->names = {to.size, window.ranks, window.changes};
        determine_participants(window, to);
        if (peer == engine.rank) send_infos(engine, window, to);
    } else {
        engine.waits.until({changing, window.id, Awaited::window_info, peer},
                           [&window] { return window.info != nullptr; });
        co_await engine.waits;
        take_info(engine, window, to, peer);
    }
    const Barrier::Instance instance = enter(engine, window);
    engine.waits.until({changing, window.id, Awaited::barrier}, [&engine, &window, instance] {
        return window.change->barrier->completed(instance) || !engine.noted.empty();
    });
    co_await engine.waits;
    raise_noted(engine, changing);
    window.changes = window.change->names.number + 1;
    window.group = to.group;
    window.ranks = to.size;
    window.member = members_of(to.group, to.size).contains(engine.rank);
    window.change.reset();
}

void on_win_info(Window& window, const Packet& packet) { window.info = std::make_unique<const Packet>(packet); }

// A process that has completed a change may begin the next change while other processes are still in the first change.
// A BARRIER of the next change is stored in `early` until this process begins that change.
void on_barrier(EngineState& engine, Window& window, const Packet& packet) {
    const bool in_it = window.change && window.change->barrier;
    if (in_it && change_in(packet).number == window.change->names.number) arrived(engine, window, packet);
    else window.early.push_back(packet);
}

}  // namespace rmasim::synccount
