// What a process keeps of collective calls (but MPI_BARRIER): how many it has begun on each communicator, and messages
// that came before they were awaited.
//
// The n-th collective call of a process on a communicator goes with the n-th of each other member. So its messages have
// that number, and a process may be any number of calls ahead of another. They are matched by communicator, number and
// source, in the order in which they were sent, and never by a RECV.
#pragma once

#include "protocol/base/collective.h"

#include <utility>
#include <vector>

namespace rmasim {

// The words of a packet that only its collective call interprets. The second of them is left alone, because some
// families look there for a rank in any packet.
struct CollectivePart {
    std::uint32_t round = 0;
    Rank root = no_rank;  // its place in the communicator
};
inline CollectivePart collective_part(const Packet& packet) {
    return {packet.own[0], static_cast<Rank>(packet.own[2]) - 1};
}
inline void set_collective_part(Packet& packet, const CollectivePart& part) {
    packet.own[0] = part.round;
    packet.own[2] = static_cast<std::uint32_t>(part.root + 1);
}

class Collectives {
public:
    // The messages of one call from one process.
    struct Source {
        WindowId comm;
        std::uint32_t number;
        Rank rank;
    };

    // A call on the communicator begins: its number, from 0.
    std::uint32_t begin(WindowId comm);
    void arrived(const Packet& packet) { early_.push_back(packet); }
    bool has(const Source& source) const { return find(source) != early_.end(); }
    // Removes and returns the oldest; there must be one.
    Packet take(const Source& source);
    // One that nobody has awaited; null if there is none.
    const Packet* left() const { return early_.empty() ? nullptr : &early_.front(); }
    std::size_t bytes() const {
        return sizeof(Collectives) + begun_.capacity() * sizeof(begun_[0]) + early_.capacity() * sizeof(Packet);
    }

private:
    std::vector<Packet>::const_iterator find(const Source& source) const;

    std::vector<std::pair<WindowId, std::uint32_t>> begun_;  // by communicator; few
    std::vector<Packet> early_;                              // oldest first
};

}  // namespace rmasim
