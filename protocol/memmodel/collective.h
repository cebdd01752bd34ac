// The matching of collective calls in happens-before: barriers and other collective calls, fences, creation and freeing
// of windows. The n-th calls of all ranks of a group match. The return of the n-th call is ordered after the begin of
// the n-th call of other ranks: of the root for a BCAST, of lower ranks for a SCAN, of the sources for a call on
// neighbours, otherwise of all ranks for which the call waits. A nonblocking call returns when its request is
// completed. The sum of the n-th call joins the moments of these begins.
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/clock.h"

#include <deque>
#include <span>
#include <vector>

namespace rmasim::memmodel {

// The collective calls of one group, in the order of each rank's calls.
class Collectives {
public:
    // `members` is the number of ranks that make the calls.
    Collectives(std::size_t ranks, std::size_t members) : begun_(ranks, 0), returned_(ranks, 0), members_(members) {}
    explicit Collectives(std::size_t ranks) : Collectives(ranks, ranks) {}

    // The rank begins its next call, at `moment`. If `known_to_others` is true, the returns of the matching calls are
    // ordered after this moment. Returns the number of the call.
    std::uint64_t begins(Rank rank, const Moment& moment, bool known_to_others = true) {
        const std::uint64_t nth = begun_[static_cast<std::size_t>(rank)]++;
        while (first_ + rounds_.size() <= nth) rounds_.emplace_back();
        if (known_to_others) rounds_[nth - first_].sum.add(moment);
        return nth;
    }
    // The same, for a call that orders only after the calls of some ranks: of lower ranks (SCAN), or of the sources.
    std::uint64_t begins_apart(Rank rank, const Moment& moment, bool known_to_others) {
        const std::uint64_t nth = begins(rank, moment, false);
        std::vector<Moment>& each = rounds_[nth - first_].each;
        each.resize(begun_.size());
        if (known_to_others) each[static_cast<std::size_t>(rank)] = moment;
        return nth;
    }
    // The rank's oldest active call returns. Returns the call's sum: the return is ordered after this clock. Null if
    // the sum contains no moment. For groups whose calls are all blocking.
    Knowledge returns(Rank rank) { return completes(rank, returned_[static_cast<std::size_t>(rank)]++); }
    // The rank's call of this number returns, or its request is completed. Returns the same as `returns`.
    Knowledge completes(Rank rank, std::uint64_t nth) {
        const Round& round = rounds_[nth - first_];
        if (round.each.empty()) return completes(nth, round.sum.known());
        Sum lower;
        for (Rank one = 0; one < rank; ++one) round.add_to(lower, one);
        return completes(nth, lower.known());
    }
    // The same, for a call on neighbours that receives from `sources`.
    Knowledge completes_on(std::span<const Rank> sources, std::uint64_t nth) {
        Sum sum;
        for (const Rank one : sources) {
            if (one != no_rank) rounds_[nth - first_].add_to(sum, one);
        }
        return completes(nth, sum.known());
    }

private:
    struct Round {
        Sum sum;
        std::vector<Moment> each;  // begins_apart: the begins of the calls, by rank
        std::size_t returned = 0;

        void add_to(Sum& to, Rank rank) const {
            if (each[static_cast<std::size_t>(rank)].exists()) to.add(each[static_cast<std::size_t>(rank)]);
        }
    };

    // `known` is a copy, because it may be of a round that ends here.
    Knowledge completes(std::uint64_t nth, Knowledge known) {
        ++rounds_[nth - first_].returned;
        while (!rounds_.empty() && rounds_.front().returned == members_) {
            rounds_.pop_front();
            ++first_;
        }
        return known;
    }

    std::vector<std::uint64_t> begun_, returned_;  // by rank
    std::size_t members_;
    std::deque<Round> rounds_;
    std::uint64_t first_ = 0;
};

}  // namespace rmasim::memmodel
