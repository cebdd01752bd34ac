// Calls that all ranks of a group make, matched in the order of each rank's calls: barriers and other collective calls,
// fences, the making and freeing of windows. Nobody leaves the n-th before all have begun it whose moments are in its
// sum: the root of a BCAST, otherwise all that wait for each other.
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/clock.h"

#include <deque>
#include <vector>

namespace rmasim::memmodel {

class Collectives {
public:
    explicit Collectives(std::size_t ranks) : Collectives(ranks, ranks) {}
    // Only so many of the ranks make them.
    Collectives(std::size_t ranks, std::size_t members) : begun_(ranks, 0), returned_(ranks, 0), members_(members) {}

    // `known_to_others`: what the rank did before is in the sum.
    void begins(Rank rank, const Moment& moment, bool known_to_others = true) {
        const std::uint64_t nth = begun_[static_cast<std::size_t>(rank)]++;
        while (first_ + rounds_.size() <= nth) rounds_.emplace_back();
        if (known_to_others) rounds_[nth - first_].sum.add(moment);
    }
    // The sum, when the rank's oldest call that has not returned returns; null if nobody's moment is in it yet.
    Knowledge returns(Rank rank) {
        const std::uint64_t nth = returned_[static_cast<std::size_t>(rank)]++;
        Round& round = rounds_[nth - first_];
        const Knowledge known = round.sum.known();
        ++round.returned;
        while (!rounds_.empty() && rounds_.front().returned == members_) {
            rounds_.pop_front();
            ++first_;
        }
        return known;
    }

private:
    struct Round {
        Sum sum;
        std::size_t returned = 0;
    };
    std::vector<std::uint64_t> begun_, returned_;  // by rank
    std::size_t members_;
    std::deque<Round> rounds_;
    std::uint64_t first_ = 0;
};

}  // namespace rmasim::memmodel
