// Operations in the untimed world whose data are still in the user's memory, although their packets have been sent. The
// data of these operations leave the user's memory in any order, before or after the packets arrive.
#pragma once

#include "protocol/base/packet.h"
#include "sim/untimed/world/move.h"

#include <vector>

namespace rmasim::sim {

class UnsentData {
public:
    explicit UnsentData(Rank ranks) : sent_(static_cast<std::size_t>(ranks), 0) {}

    void clear();
    // `step` is the step that sends the packet.
    void push(const Packet& packet, StepNumber step);
    // Returns the number of enabled moves. Each operation whose data are in the user's memory has one move, of kind
    // `send_completed`. The moves are in the order of the operations, oldest first.
    std::size_t move_count() const { return unsent_.size(); }
    Move* copy_moves_to(Move* at) const;
    const Packet& packet_of(const Move& move) const { return find(move)->packet; }
    // Removes and returns the packet whose data leave the user's memory in this move.
    Packet take(const Move& move);

private:
    struct Unsent {
        Packet packet;  // the packet in flight owns the payload
        std::uint32_t number;
        StepNumber step;
    };
    std::vector<Unsent>::const_iterator find(const Move& move) const;

    std::vector<Unsent> unsent_;
    std::vector<std::uint32_t> sent_;  // by rank: number of operations so far
};

}  // namespace rmasim::sim
