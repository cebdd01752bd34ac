#include "sim/untimed/world/packet_queues.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// Actor numbers of packets contain the target, the source and the packet's number, so they are unique. `receive_bit`
// distinguishes them from the numbers of threads.
constexpr Actor receive_bit = Actor{1} << 63;
constexpr unsigned target_shift = 43;
constexpr unsigned source_shift = 23;

Actor actor_of(Rank source, Rank target, std::uint32_t number) {
    return receive_bit | static_cast<Actor>(target) << target_shift | static_cast<Actor>(source) << source_shift |
           number;
}

std::uint64_t pair_of(Rank source, Rank target) {
    return static_cast<std::uint64_t>(source) << 32 | static_cast<std::uint32_t>(target);
}

}  // namespace

PacketQueues::PacketQueues(Rank ranks, bool ordered, StreamOf stream_of)
    : ranks_(static_cast<std::size_t>(ranks)), ordered_(ordered), stream_of_(stream_of), queues_(ranks_ * ranks_) {
    oldest_.reset(queues_.size());
}

void PacketQueues::clear() {
    for (const std::uint32_t index : busy_) {
        Queue& queue = queues_[index];
        queue.packets.clear();
        queue.first = 0;
        queue.sent = 0;
        queue.last = {};
        queue.ended = 0;
    }
    busy_.clear();
    oldest_.reset(queues_.size());
    ready_.clear();
    in_flight_ = 0;
}

void PacketQueues::push(const Packet& packet, StepNumber sent_by) {
    const std::size_t index = index_of(packet.source, packet.target);
    Queue& queue = queues_[index];
    if (queue.sent == 0) busy_.push_back(static_cast<std::uint32_t>(index));
    const bool first = queue.packets.empty();
    queue.packets.emplace_back(packet, ++queue.sent, sent_by);
    ++in_flight_;
    if (!ordered_) renew(packet.source, packet.target);
    else if (first) renew_oldest(packet.source, packet.target);
}

void PacketQueues::describe(Move& move, Rank source, Rank target, const Queue& queue, const Waiting& waiting) const {
    move.kind = waiting.begun_by == 0 ? Move::Kind::receive : Move::Kind::nic_ends;
    move.rank = target;
    move.source = source;
    move.number = waiting.number;
    move.sent_by = waiting.sent_by;
    move.enabled_by = ordered_ ? queue.ended : queue.last[stream_of_(waiting.packet)];
    if (waiting.begun_by != 0) move.enabled_by = waiting.begun_by;
    move.actor = actor_of(source, target, ordered_ ? 0 : waiting.number);
}

void PacketQueues::renew_oldest(Rank source, Rank target) {
    const std::size_t index = index_of(source, target);
    const Queue& queue = queues_[index];
    if (queue.packets.empty()) return oldest_.remove(index);
    describe(oldest_.put(index), source, target, queue, queue.packets[queue.first]);
}

void PacketQueues::renew(Rank source, Rank target) {
    const auto before = [](const Move& move, std::uint64_t pair) { return pair_of(move.source, move.rank) < pair; };
    auto at = std::lower_bound(ready_.begin(), ready_.end(), pair_of(source, target), before);
    auto end = at;
    while (end != ready_.end() && end->source == source && end->rank == target) ++end;
    const Queue& queue = this->queue(source, target);
    std::array<bool, stream_count> waits{};  // true if an older packet of the stream is in flight
    for (std::size_t i = queue.first; i < queue.packets.size(); ++i) {
        const Waiting& waiting = queue.packets[i];
        const Stream stream = stream_of_(waiting.packet);
        if (!waits[stream]) {
            if (at == end) end = (at = ready_.insert(at, Move{})) + 1;
            describe(*at++, source, target, queue, waiting);
        }
        waits[stream] = stream != no_stream;
    }
    ready_.erase(at, end);
}

std::size_t PacketQueues::position_of(const Queue& queue, const Move& move) const {
    std::size_t position = queue.first;
    while (queue.packets[position].number != move.number) ++position;
    return position;
}

const Packet& PacketQueues::packet_of(const Move& move) const {
    const Queue& from = queue(move.source, move.rank);
    return from.packets[position_of(from, move)].packet;
}

void PacketQueues::begin_at_nic(const Move& move, StepNumber step) {
    Queue& from = queues_[index_of(move.source, move.rank)];
    from.packets[position_of(from, move)].begun_by = step;
    if (ordered_) renew_oldest(move.source, move.rank);
    else renew(move.source, move.rank);
}

Packet PacketQueues::take(const Move& move, StepNumber step) {
    Queue& from = queues_[index_of(move.source, move.rank)];
    const std::size_t position = position_of(from, move);
    const Packet packet = from.packets[position].packet;
    if (position == from.first) {
        ++from.first;
    } else {
        from.packets.erase(from.packets.begin() + static_cast<std::ptrdiff_t>(position));
    }
    if (move.kind == Move::Kind::nic_ends) from.ended = step;
    if (!ordered_ && stream_of_(packet) != no_stream) from.last[stream_of_(packet)] = step;
    if (from.first == from.packets.size()) {
        from.packets.clear();
        from.first = 0;
    }
    --in_flight_;
    if (ordered_) renew_oldest(move.source, move.rank);
    else renew(move.source, move.rank);
    return packet;
}

}  // namespace rmasim::sim
