#include "tests/sequences/harness/pair_queues.h"

namespace rmasim::seq {

void PairQueues::send(const Packet& packet) {
    counts_.add(packet);
    transcript_.packet_sent(packet);
    queues_[{packet.source, packet.target}].push_back(packet);
}

bool PairQueues::may_deliver(Pair pair) const {
    const auto queue = queues_.find(pair);
    if (queue == queues_.end() || queue->second.empty()) return false;
    const auto hold = held_.find(pair);
    if (hold == held_.end()) return true;
    const Packet& first = queue->second.front();
    return hold->second != kind_name(first.kind, PacketFlag::none) &&
           hold->second != kind_name(first.kind, first.flags);
}

std::vector<Pair> PairQueues::deliverable() const {
    std::vector<Pair> pairs;
    for (const auto& [pair, queue] : queues_) {
        if (may_deliver(pair)) pairs.push_back(pair);
    }
    return pairs;
}

Packet PairQueues::take(Pair pair) {
    std::deque<Packet>& queue = queues_.at(pair);
    const Packet packet = queue.front();
    queue.pop_front();
    return packet;
}

std::size_t PairQueues::in_flight() const {
    std::size_t packets = 0;
    for (const auto& [pair, queue] : queues_) packets += queue.size();
    return packets;
}

}  // namespace rmasim::seq
