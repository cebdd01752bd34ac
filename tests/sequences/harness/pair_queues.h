// The transport of the test bench: packets wait in one FIFO for each (source, target) pair until they are delivered by
// hand. A pair can be held from the first packet of some kind on.
#pragma once

#include "protocol/base/world.h"
#include "tests/sequences/harness/pair_counts.h"
#include "tests/sequences/harness/transcript.h"

#include <deque>

namespace rmasim::seq {

class PairQueues : public Transport {
public:
    explicit PairQueues(Transcript& transcript) : transcript_(transcript) {}

    void send(const Packet& packet) override;

    // Pairs whose first packet may be delivered now, lowest first.
    std::vector<Pair> deliverable() const;
    bool may_deliver(Pair pair) const;
    Packet take(Pair pair);

    // `kind` is a packet's kind, alone ("RMA_DONE_ACK") or with its flags ("GET_RESP+RMA_DONE_ACK").
    void hold(Pair pair, const std::string& kind) { held_[pair] = kind; }
    void release(Pair pair) { held_.erase(pair); }

    std::size_t in_flight() const;
    const PairCounts& counts() const { return counts_; }

private:
    std::map<Pair, std::deque<Packet>> queues_;
    std::map<Pair, std::string> held_;
    PairCounts counts_;
    Transcript& transcript_;
};

}  // namespace rmasim::seq
