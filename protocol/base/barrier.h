// IBARRIER as counted packets: the dissemination barrier. In round k every rank tells rank + 2^k (mod size); after
// ceil(log2 size) rounds each has heard, directly or not, from all. Each rank sends ceil(log2 size) packets.
//
// Instances may overlap (a fence with NOPRECEDE enters the next one without waiting for the last), yet the state is
// two counters a round: the packets of round k always come from the same rank, so the n-th of them, or n of them in any
// order, mean that it got n instances through round k - 1.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <array>
#include <bit>

namespace rmasim {

class Barrier {
public:
    using Instance = std::uint32_t;  // 1 for the first one entered

    Barrier(Rank rank, Rank size)
        : rank_(rank), size_(size),
          rounds_(static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(size - 1)))) {}

    // Enters the next instance and returns its number. `send(peer, round)` hands out the packets that are due.
    template <class Send>
    Instance enter(Send send) {
        ++entered_;
        advance(send);
        return entered_;
    }

    // A packet of `round` has arrived.
    template <class Send>
    void arrived(unsigned round, Send send) {
        ++received_[round];
        advance(send);
    }

    bool completed(Instance instance) const { return completed_count() >= instance; }
    Instance entered() const { return entered_; }
    Rank rank() const { return rank_; }

    // For reports: the first round `instance` lacks a packet of, and the rank that packet has to come from.
    unsigned missing_round(Instance instance) const;
    Rank missing_from(Instance instance) const;

private:
    static constexpr unsigned max_rounds = 31;

    std::uint32_t completed_count() const {
        return rounds_ == 0 ? entered_ : std::min(sent_[rounds_ - 1], received_[rounds_ - 1]);
    }

    template <class Send>
    void advance(Send send) {
        std::uint32_t due = entered_;
        for (unsigned round = 0; round < rounds_; ++round) {
            for (; sent_[round] < due; ++sent_[round]) {
                send(static_cast<Rank>((rank_ + (std::int64_t{1} << round)) % size_), round);
            }
            due = std::min(sent_[round], received_[round]);
        }
    }

    Rank rank_;
    Rank size_;
    unsigned rounds_;
    std::uint32_t entered_ = 0;
    std::array<std::uint32_t, max_rounds> sent_{};
    std::array<std::uint32_t, max_rounds> received_{};
};

}  // namespace rmasim
