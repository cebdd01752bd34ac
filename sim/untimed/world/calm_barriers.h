// Calm barriers: MPI_BARRIER, IBARRIER, WIN_CREATE and WIN_FREE without packets between ranks. Fences are never calm.
//
// Processes send the packets of a barrier as usual, but the packets do not arrive. A rank has arrived at a barrier when
// it has sent its first packet. When all members have arrived, each of them may leave, in a step of its own: its
// process then gets the packets of all rounds at once. So a rank handles other packets before it arrives, while it
// waits, and after the others have left.
//
//     rank 0   arrives              leaves   puts
//     rank 1              arrives                   handles the PUT   leaves
//
// The orders of barriers with packets are a part of these orders, if the steps with such packets are left out. There
// are more orders without packets: a packet that was sent before the barrier may arrive after it, even if the packets
// of its pair of ranks arrive in order.
#pragma once

#include "protocol/base/group.h"
#include "protocol/base/packet.h"
#include "sim/untimed/world/move.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

class CalmBarriers {
public:
    void use(bool wanted) { is_on_ = wanted; }
    bool is_on() const { return is_on_; }
    // Returns to the initial state.
    void clear() { groups_.clear(); }

    // True if the packet belongs to a barrier that may be calm.
    static bool is_of_barrier(const Packet& packet);
    void begin_step() { arrivals_.clear(); }
    // Records a packet of a barrier that a member of the group sends in step `step`, instead of sending the packet.
    void note_sent(const Packet& packet, const RankGroup& group, StepNumber step);
    // Returns the barriers at which ranks have arrived in the last step, one for each rank.
    std::span<const MetBarrier> arrivals() const { return arrivals_; }

    std::size_t move_count() const;
    Move* copy_moves_to(Move* at) const;
    // Returns the packets that the leaving rank gets, and records that it has left in step `step`.
    std::vector<Packet> leave(const Move& move, StepNumber step);
    // Returns the text of a move: "0 leaves barrier 2", "1 leaves win_create 1 of window 0".
    std::string text_of(const Move& move) const;

private:
    struct Member {
        Rank rank = 0;
        Packet first{};                        // the packet that it has sent last
        std::vector<StepNumber> arrived_in{};  // by number of the barrier
        std::uint32_t left = 0;                // number of barriers
        StepNumber left_in = 0;
    };
    struct Group {
        WindowId id = 0;
        std::uint32_t hash = 2'166'136'261U;  // of the members
        std::vector<Member> members{};
    };
    Group& group_of(WindowId id, const RankGroup& members);
    Group& group_of(const Move& move);
    const Group& group_of(const Move& move) const { return const_cast<CalmBarriers&>(*this).group_of(move); }
    template <class Visit>
    void each_leaving(Visit visit) const;

    bool is_on_ = false;
    std::vector<Group> groups_;  // in the order of their first barrier
    std::vector<MetBarrier> arrivals_;
};

}  // namespace rmasim::sim
