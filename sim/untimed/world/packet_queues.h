// Packets in flight in the untimed world: a queue for each pair of ranks.
#pragma once

#include "protocol/base/packet.h"
#include "sim/untimed/world/move_cache.h"

#include <algorithm>
#include <array>
#include <vector>

namespace rmasim::sim {

class PacketQueues {
public:
    // If `ordered` is false, the packets between a pair of ranks may overtake each other, unless they belong to the
    // same stream. `stream_of` returns the number of a packet's stream.
    PacketQueues(Rank ranks, bool ordered, StreamOf stream_of);

    void clear();
    void push(const Packet& packet, StepNumber sent_by);
    // The number of enabled moves. Each move delivers a packet that may arrive next. If packets arrive in order, these
    // packets are the oldest packet of each pair of ranks. If packets may overtake each other, these packets are the
    // oldest packet of each stream (`stream_of`).
    std::size_t move_count() const { return ordered_ ? oldest_.count() : ready_.size(); }
    Move* copy_moves_to(Move* at) const {
        return ordered_ ? oldest_.copy_to(at) : std::copy(ready_.begin(), ready_.end(), at);
    }
    // Records that a NIC begins to execute the packet that `move` delivers. The packet stays in its queue until a
    // second move, of kind `nic_ends`.
    void begin_at_nic(const Move& move, StepNumber step);
    // Removes and returns the packet that `move` delivers in step `step`.
    Packet take(const Move& move, StepNumber step);
    const Packet& packet_of(const Move& move) const;

    bool empty() const { return in_flight_ == 0; }
    std::size_t in_flight() const { return in_flight_; }

private:
    struct Waiting {
        Waiting(const Packet& packet, std::uint32_t number, StepNumber sent_by)
            : packet(packet), number(number), sent_by(sent_by) {}
        Packet packet;
        std::uint32_t number;
        StepNumber sent_by;
        StepNumber begun_by = 0;  // the step in which a NIC has begun to execute the packet
    };
    struct Queue {
        std::vector<Waiting> packets;  // the packets in flight begin at index `first`
        std::size_t first = 0;
        std::uint32_t sent = 0;
        StepNumber ended = 0;  // the step in which a NIC ended its last execution of a packet of this queue
        std::array<StepNumber, stream_count> last{};  // the step that delivered the last packet of each stream
    };

    // Both functions update the enabled moves of a pair of ranks. `renew_oldest` is for packets that arrive in order.
    // `renew` is for packets that may overtake each other.
    void renew(Rank source, Rank target);
    void renew_oldest(Rank source, Rank target);
    void describe(Move& move, Rank source, Rank target, const Queue& queue, const Waiting& waiting) const;
    std::size_t position_of(const Queue& queue, const Move& move) const;
    std::size_t index_of(Rank source, Rank target) const {
        return static_cast<std::size_t>(source) * ranks_ + static_cast<std::size_t>(target);
    }
    const Queue& queue(Rank source, Rank target) const { return queues_[index_of(source, target)]; }

    std::size_t ranks_;
    bool ordered_;
    StreamOf stream_of_;
    std::size_t in_flight_ = 0;
    std::vector<Queue> queues_;        // [source * ranks + target]
    std::vector<std::uint32_t> busy_;  // indices of the queues used since the last clear()
    // Used only if `ordered_` is true. The move of the oldest packet of each pair of ranks, by index in `queues_`.
    KeptMoves oldest_;
    std::vector<Move> ready_;  // only if not `ordered_`: the enabled moves, in the order of `queues_`
};

}  // namespace rmasim::sim
