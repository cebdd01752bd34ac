// IBARRIER as counted packets: the dissemination barrier. In round k every rank tells rank + 2^k (mod size); after
// ceil(log2 size) rounds each has heard, directly or not, from all. Each rank sends ceil(log2 size) packets.
//
// Instances may overlap (a fence with NOPRECEDE enters the next one without waiting for the last), yet the state is
// one counter a round: the packets of round k always come from the same rank, so the n-th of them, or n of them in any
// order, mean that it got n instances through round k - 1. What this rank has sent follows: of round 0 as many as it
// has entered, of round k + 1 as many as it has both sent and received of round k.
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
        reached_ = 0;
        advance(0, entered_ - 1, entered_, send);
        return entered_;
    }

    // A packet of `round` has arrived.
    template <class Send>
    void arrived(unsigned round, Send send) {
        const std::uint32_t sent = sent_of(round);
        const std::uint32_t before = received_[round]++;
        advance(round + 1, std::min(sent, before), std::min(sent, received_[round]), send);
    }

    bool completed(Instance instance) const { return completed_ >= instance; }
    Instance entered() const { return entered_; }
    Rank rank() const { return rank_; }

    // For reports: the first round `instance` lacks a packet of, and the rank that packet has to come from.
    unsigned missing_round(Instance instance) const;
    Rank missing_from(Instance instance) const;

private:
    static constexpr unsigned max_rounds = 31;

    std::uint32_t sent_of(unsigned round) const {
        if (round <= reached_) return entered_;
        std::uint32_t sent = entered_;
        for (unsigned earlier = 0; earlier < round; ++earlier) sent = std::min(sent, received_[earlier]);
        return sent;
    }

    // Of `round`, `sent` packets have been sent and `due` should have been; likewise the rounds behind it.
    template <class Send>
    void advance(unsigned round, std::uint32_t sent, std::uint32_t due, Send send) {
        for (; sent < due; ++round) {
            if (round == rounds_) {
                completed_ = due;
                return;
            }
            if (due == entered_) reached_ = round;
            for (std::uint32_t i = sent; i < due; ++i) {
                send(static_cast<Rank>((rank_ + (std::int64_t{1} << round)) % size_), round);
            }
            sent = std::min(sent, received_[round]);
            due = std::min(due, received_[round]);
        }
    }

    Rank rank_;
    Rank size_;
    unsigned rounds_;
    std::uint32_t entered_ = 0;
    std::uint32_t completed_ = 0;  // instances
    unsigned reached_ = 0;         // the last round of the newest instance whose packet is out
    std::array<std::uint32_t, max_rounds> received_{};
};

}  // namespace rmasim
