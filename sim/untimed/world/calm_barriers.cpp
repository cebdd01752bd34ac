#include "sim/untimed/world/calm_barriers.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

namespace rmasim::sim {

namespace {

// The members of an actor: this bit, the rank, the number of the communicator or window, and the hash of the members.
constexpr Actor leaving_bit = Actor{1} << 59;
constexpr unsigned leaver_shift = 48, group_shift = 32;
static_assert(sizeof(WindowId) == 2);

}  // namespace

MetBarrier barrier_of(const Move& move) {
    return {static_cast<WindowId>(move.actor >> group_shift), static_cast<std::uint32_t>(move.actor), move.number};
}

bool CalmBarriers::is_of_barrier(const Packet& packet) {
    const bool is_persistent = packet.op != 0;  // a persistent call, whose packets have its number
    if (packet.kind != PacketKind::barrier || is_persistent) return false;
    const Why why = packet.why();
    return why == Why::program_barrier || why == Why::window_created || why == Why::window_freed;
}

CalmBarriers::Group& CalmBarriers::group_of(WindowId id, const RankGroup& members) {
    const auto is_same = [&](const Group& group) {
        if (group.id != id || group.members.size() != static_cast<std::size_t>(members.size())) return false;
        Rank comm_rank = 0;
        return std::ranges::all_of(group.members,
                                   [&](const Member& one) { return one.rank == members.member(comm_rank++); });
    };
    const auto known = std::ranges::find_if(groups_, is_same);
    if (known != groups_.end()) return *known;
    Group& group = groups_.emplace_back();
    group.id = id;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        group.members.emplace_back().rank = members.member(comm_rank);
        // FNV-1a
        group.hash = (group.hash ^ static_cast<std::uint32_t>(group.members.back().rank)) * 16'777'619U;
    }
    return group;
}

CalmBarriers::Group& CalmBarriers::group_of(const Move& move) {
    const MetBarrier barrier = barrier_of(move);
    return *std::ranges::find_if(
        groups_, [&](const Group& group) { return group.id == barrier.id && group.hash == barrier.group; });
}

// A process sends packets of later rounds only when it gets packets.
void CalmBarriers::note_sent(const Packet& packet, const RankGroup& members, StepNumber step) {
    if (packet.round > 0) return;
    Group& group = group_of(packet.window, members);
    Member& member = *std::ranges::find(group.members, packet.source, &Member::rank);
    member.first = packet;
    member.arrived_in.push_back(step);
    arrivals_.push_back({group.id, group.hash, static_cast<std::uint32_t>(member.arrived_in.size())});
}

// Calls `visit(group, member)` for each rank that may leave a barrier. A rank leaves barriers in their order.
template <class Visit>
void CalmBarriers::each_leaving(Visit visit) const {
    for (const Group& group : groups_) {
        std::size_t arrived = group.members.front().arrived_in.size();
        for (const Member& member : group.members) arrived = std::min(arrived, member.arrived_in.size());
        for (const Member& member : group.members) {
            if (member.left < arrived) visit(group, member);
        }
    }
}

std::size_t CalmBarriers::move_count() const {
    std::size_t count = 0;
    each_leaving([&](const Group&, const Member&) { ++count; });
    return count;
}

Move* CalmBarriers::copy_moves_to(Move* at) const {
    each_leaving([&](const Group& group, const Member& member) {
        *at++ = {.kind = Move::Kind::leave_barrier,
                 .rank = member.rank,
                 .number = member.left + 1,
                 .enabled_by = std::max(member.arrived_in[member.left], member.left_in),
                 .actor = leaving_bit | static_cast<Actor>(member.rank) << leaver_shift |
                          static_cast<Actor>(group.id) << group_shift | group.hash};
    });
    return at;
}

std::vector<Packet> CalmBarriers::leave(const Move& move, StepNumber step) {
    Group& group = group_of(move);
    const auto at = std::ranges::find(group.members, move.rank, &Member::rank);
    ++at->left;
    at->left_in = step;
    const std::size_t size = group.members.size(), self = static_cast<std::size_t>(at - group.members.begin());
    std::vector<Packet> packets;
    for (unsigned round = 0; round < std::bit_width(size - 1); ++round) {
        Packet& packet = packets.emplace_back(at->first);
        const std::size_t back = (std::size_t{1} << round) % size;
        packet.source = group.members[(self + size - back) % size].rank;
        packet.target = move.rank;
        packet.round = static_cast<std::uint8_t>(round);
    }
    return packets;
}

std::string CalmBarriers::text_of(const Move& move) const {
    const Group& group = group_of(move);
    const Why why = std::ranges::find(group.members, move.rank, &Member::rank)->first.why();
    const char* const call = why == Why::window_created ? "win_create"
                             : why == Why::window_freed ? "win_free"
                                                        : "barrier";
    std::string text = fmt::format("{} leaves {} {}", move.rank, call, move.number);
    if (is_window(group.id)) return fmt::format("{} of window {}", text, group.id);
    return group.id == no_window ? text : fmt::format("{} of communicator {}", text, no_window - group.id);
}

}  // namespace rmasim::sim
