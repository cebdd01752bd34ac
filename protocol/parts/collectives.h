// A process's state for collective calls other than MPI_BARRIER: the number of calls on each communicator, and early
// messages, which arrived before a call awaits them.
//
// The n-th collective call of a process on a communicator matches the n-th call of each other member. Messages carry
// the number n, so a process may be any number of calls ahead of another one. Messages are matched by communicator,
// number and source, in the order in which they were sent. They never match a RECV.
#pragma once

#include "protocol/base/collective.h"

#include <utility>
#include <vector>

namespace rmasim {

// The contents of Packet::own in a message of a collective call. The second word of Packet::own is unused, because some
// families read it as a rank in every packet.
struct CollectivePart {
    std::uint32_t round = 0;
    Rank root = no_rank;  // communicator rank of the root
};
inline CollectivePart collective_part(const Packet& packet) {
    return {packet.own[0], static_cast<Rank>(packet.own[2]) - 1};
}
inline void set_collective_part(Packet& packet, const CollectivePart& part) {
    packet.own[0] = part.round;
    packet.own[2] = static_cast<std::uint32_t>(part.root + 1);
}

// The collective calls of one process: their numbers and early messages.
class Collectives {
public:
    // The call of a message (its communicator and its number in the communicator) and the message's sender.
    struct Source {
        WindowId comm;
        std::uint32_t number;
        Rank rank;
    };

    // Starts a call on the communicator. Returns its number, from 0.
    std::uint32_t begin(WindowId comm);
    void arrived(const Packet& packet) { early_.push_back(packet); }
    bool has(const Source& source) const { return find(source) != early_.end(); }
    // Removes and returns the oldest early message from `source`. There must be such a message.
    Packet take(const Source& source);
    // Returns a message that no call has taken; null if all messages were taken.
    const Packet* left() const { return early_.empty() ? nullptr : &early_.front(); }
    std::size_t bytes() const {
        return sizeof(Collectives) + begun_.capacity() * sizeof(begun_[0]) + early_.capacity() * sizeof(Packet);
    }

private:
    std::vector<Packet>::const_iterator find(const Source& source) const;

    std::vector<std::pair<WindowId, std::uint32_t>> begun_;  // calls started, by communicator; few
    std::vector<Packet> early_;                              // messages, oldest first
};

}  // namespace rmasim
