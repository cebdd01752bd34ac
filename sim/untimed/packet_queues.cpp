#include "sim/untimed/packet_queues.h"

#include <algorithm>

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
    in_flight_ = 0;
}

void PacketQueues::push(const Packet& packet, StepNumber sent_by) {
    const std::size_t index =
        static_cast<std::size_t>(packet.source) * ranks_ + static_cast<std::size_t>(packet.target);
    Queue& queue = queues_[index];
    if (queue.sent == 0)
        busy_.insert(std::upper_bound(busy_.begin(), busy_.end(), index), static_cast<std::uint32_t>(index));
    queue.packets.push_back({packet, ++queue.sent, sent_by});
    ++in_flight_;
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

void PacketQueues::append_moves(std::vector<Move>& moves) const {
    if (in_flight_ == 0) return;
    for (const std::uint32_t index : busy_) {
        const Queue& queue = queues_[index];
        const auto source = static_cast<Rank>(index / ranks_);
        const auto target = static_cast<Rank>(index % ranks_);
        bool message_before = false;
        for (std::size_t i = queue.first; i < queue.packets.size(); ++i) {
            const Waiting& waiting = queue.packets[i];
            const bool message = is_message(waiting.packet);
            if (!(message && message_before)) moves.push_back(move_for(source, target, queue, waiting));
            message_before = message_before || message;
            if (ordered_) break;
        }
    }
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
    --in_flight_;
    return packet;
}

}  // namespace rmasim::sim
