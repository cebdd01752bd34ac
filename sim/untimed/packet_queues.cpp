#include "sim/untimed/packet_queues.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

// Different for all (target, source, packet), and different from the actors of threads.
constexpr Actor receive_bit = Actor{1} << 63;
constexpr unsigned target_shift = 43;
constexpr unsigned source_shift = 23;

Actor actor_of(Rank source, Rank target, std::uint32_t number) {
    return receive_bit | static_cast<Actor>(target) << target_shift | static_cast<Actor>(source) << source_shift |
           number;
}

bool is_message(const Packet& packet) { return packet.kind == PacketKind::send; }

}  // namespace

PacketQueues::PacketQueues(Rank ranks, bool ordered)
    : ranks_(static_cast<std::size_t>(ranks)), ordered_(ordered), queues_(ranks_ * ranks_) {}

void PacketQueues::clear() {
    for (const std::uint32_t index : busy_) {
        Queue& queue = queues_[index];
        queue.packets.clear();
        queue.first = 0;
        queue.sent = 0;
        queue.last_message = 0;
    }
    busy_.clear();
    ready_.clear();
    in_flight_ = 0;
}

void PacketQueues::push(const Packet& packet, StepNumber sent_by) {
    const std::size_t index =
        static_cast<std::size_t>(packet.source) * ranks_ + static_cast<std::size_t>(packet.target);
    Queue& queue = queues_[index];
    if (queue.sent == 0) busy_.push_back(static_cast<std::uint32_t>(index));
    const bool first = queue.packets.empty();
    queue.packets.push_back({packet, ++queue.sent, sent_by});
    ++in_flight_;
    if (first || !ordered_) renew(packet.source, packet.target);
}

Move PacketQueues::move_for(Rank source, Rank target, const Queue& queue, const Waiting& waiting) const {
    Move move;
    move.kind = Move::Kind::receive;
    move.rank = target;
    move.source = source;
    move.number = waiting.number;
    move.sent_by = waiting.sent_by;
    if (!ordered_ && is_message(waiting.packet)) move.enabled_by = queue.last_message;
    move.actor = actor_of(source, target, ordered_ ? 0 : waiting.number);
    return move;
}

void PacketQueues::renew(Rank source, Rank target) {
    const auto before = [](const Move& move, std::pair<Rank, Rank> pair) {
        return std::pair(move.source, move.rank) < pair;
    };
    auto at = std::lower_bound(ready_.begin(), ready_.end(), std::pair(source, target), before);
    auto end = at;
    while (end != ready_.end() && end->source == source && end->rank == target) ++end;
    const Queue& queue = this->queue(source, target);
    bool message_before = false;
    for (std::size_t i = queue.first; i < queue.packets.size(); ++i) {
        const Waiting& waiting = queue.packets[i];
        const bool message = is_message(waiting.packet);
        if (!(message && message_before)) {
            if (at == end) end = (at = ready_.insert(at, Move{})) + 1;
            *at++ = move_for(source, target, queue, waiting);
        }
        message_before = message_before || message;
        if (ordered_) break;
    }
    ready_.erase(at, end);
}

std::size_t PacketQueues::place_of(const Queue& queue, const Move& move) const {
    std::size_t place = queue.first;
    while (queue.packets[place].number != move.number) ++place;
    return place;
}

const Packet& PacketQueues::packet_of(const Move& move) const {
    const Queue& from = queue(move.source, move.rank);
    return from.packets[place_of(from, move)].packet;
}

Packet PacketQueues::take(const Move& move, StepNumber step) {
    Queue& from = queues_[static_cast<std::size_t>(move.source) * ranks_ + static_cast<std::size_t>(move.rank)];
    const std::size_t place = place_of(from, move);
    const Packet packet = from.packets[place].packet;
    if (place == from.first) {
        ++from.first;
    } else {
        from.packets.erase(from.packets.begin() + static_cast<std::ptrdiff_t>(place));
    }
    if (is_message(packet)) from.last_message = step;
    if (from.first == from.packets.size()) {
        from.packets.clear();
        from.first = 0;
    }
    --in_flight_;
    renew(move.source, move.rank);
    return packet;
}

}  // namespace rmasim::sim
