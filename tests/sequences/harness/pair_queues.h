// The transport of the test bench: packets wait in one queue for each (source, target) pair until they are delivered by
// hand. A pair can be held from the first packet of some kind on; where packets may overtake each other only packets of
// that kind are held.
#pragma once

#include "protocol/base/world.h"
#include "sim/untimed/transcript.h"
#include "tests/sequences/harness/pair_counts.h"

#include <deque>

namespace rmasim::seq {

using sim::Transcript;

// One packet that can be delivered now: the pair, its place in the pair's queue, and its number among all packets of
// the pair, which stays the same whatever overtakes it.
struct Delivery {
    Pair pair;
    std::size_t place = 0;
    std::size_t number = 0;
};

class PairQueues : public Transport {
public:
    PairQueues(Transcript& transcript, bool ordered) : transcript_(transcript), ordered_(ordered) {}

    void send(const Packet& packet) override;
    bool ordered() const override { return ordered_; }

    // Lowest pair first, in each the oldest packet first.
    std::vector<Delivery> deliverable() const;
    Packet take(const Delivery& delivery);

    // `kind` is a packet's kind, alone ("RMA_DONE_ACK") or with its flags ("GET_RESP+RMA_DONE_ACK").
    void hold(Pair pair, const std::string& kind) { held_[pair] = kind; }
    void release(Pair pair) { held_.erase(pair); }

    std::size_t in_flight() const;
    const PairCounts& counts() const { return counts_; }

private:
    struct Waiting {
        Packet packet;
        std::size_t number;
    };
    struct PairQueue {
        std::deque<Waiting> packets;
        std::size_t sent = 0;
    };

    bool is_held(Pair pair, const Packet& packet) const;

    std::map<Pair, PairQueue> queues_;
    std::map<Pair, std::string> held_;
    PairCounts counts_;
    Transcript& transcript_;
    bool ordered_;
};

}  // namespace rmasim::seq
