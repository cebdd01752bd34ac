#include "tests/sequences/harness/pair_queues.h"

namespace rmasim::seq {

void PairQueues::send(const Packet& packet) {
    counts_.add(packet);
    transcript_.packet_sent(packet);
    PairQueue& queue = queues_[{packet.source, packet.target}];
    queue.packets.push_back({packet, queue.sent++});
}

bool PairQueues::is_held(Pair pair, const Packet& packet) const {
    const auto hold = held_.find(pair);
    if (hold == held_.end()) return false;
    return hold->second == newrma::packet_vocabulary.name({packet.kind, PacketFlag::none}) ||
           hold->second == newrma::packet_vocabulary.name(packet.type());
}

// Messages (SEND) keep their order among each other even where packets do not.
std::vector<Delivery> PairQueues::deliverable() const {
    std::vector<Delivery> found;
    for (const auto& [pair, queue] : queues_) {
        bool message_before = false;
        for (std::size_t place = 0; place < queue.packets.size(); ++place) {
            const Waiting& waiting = queue.packets[place];
            const bool message = waiting.packet.kind == PacketKind::send;
            if (!is_held(pair, waiting.packet) && !(message && message_before)) {
                found.push_back({pair, place, waiting.number});
            }
            message_before = message_before || message;
            if (ordered_) break;
        }
    }
    return found;
}

Packet PairQueues::take(const Delivery& delivery) {
    auto& packets = queues_.at(delivery.pair).packets;
    const auto at = packets.begin() + static_cast<std::ptrdiff_t>(delivery.place);
    const Packet packet = at->packet;
    packets.erase(at);
    return packet;
}

std::size_t PairQueues::in_flight() const {
    std::size_t packets = 0;
    for (const auto& [pair, queue] : queues_) packets += queue.packets.size();
    return packets;
}

}  // namespace rmasim::seq
