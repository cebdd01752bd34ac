#include "protocol/ch3/reduce_scatter.h"

#include <algorithm>
#include <bit>

namespace rmasim::ch3 {

namespace {

constexpr std::int64_t pairwise_from_bytes = 512 * 1024;

// The roles of ranks in recursive halving. If the number of ranks is no power of two, `resting` ranks take no part in
// the halving: they send their integers to a neighbour and receive only the result.
struct Halving {
    explicit Halving(Rank ranks)
        : ranks(ranks), power(static_cast<Rank>(std::bit_floor(static_cast<std::uint32_t>(ranks)))),
          resting(ranks - power) {}

    Rank ranks;
    Rank power;    // the number of ranks that halve
    Rank resting;  // even ranks below 2 * resting rest

    Rank new_rank_of(Rank rank) const { return rank < 2 * resting ? rank / 2 : rank - resting; }
    Rank rank_at(Rank new_rank) const { return new_rank < resting ? new_rank * 2 + 1 : new_rank + resting; }
    // The index of the first integer that halving rank `new_rank` has at the end, counting the integers of resting
    // neighbours.
    std::uint32_t first_of(Rank new_rank) const {
        return static_cast<std::uint32_t>(new_rank < resting ? new_rank * 2 : new_rank + resting);
    }
};

void add_halving(const Halving& halving, Rank rank, std::vector<ReduceStep>& steps) {
    const Rank new_rank = halving.new_rank_of(rank);
    Rank first = 0;
    for (Rank half = halving.power / 2; half > 0; half /= 2) {
        const Rank peer = halving.rank_at(new_rank ^ half);
        const Rank middle = first + half;
        const bool keeps_low = new_rank < middle;
        const Rank other = keeps_low ? middle : first;
        const Rank own = keeps_low ? first : middle;
        steps.push_back({peer, peer, halving.first_of(other), halving.first_of(other + half) - halving.first_of(other),
                         halving.first_of(own), halving.first_of(own + half) - halving.first_of(own), false});
        first = own;
    }
}

std::vector<ReduceStep> pairwise(Rank rank, Rank ranks) {
    std::vector<ReduceStep> steps;
    for (Rank k = 1; k < ranks; ++k) {
        const Rank to = (rank + k) % ranks;
        const Rank from = (rank - k + ranks) % ranks;
        steps.push_back({to, from, static_cast<std::uint32_t>(to), 1, static_cast<std::uint32_t>(rank), 1, false});
    }
    return steps;
}

}  // namespace

std::vector<ReduceStep> reduce_scatter_steps(Rank rank, Rank ranks) {
    if (ranks * std::int64_t{4} >= pairwise_from_bytes) return pairwise(rank, ranks);
    const Halving halving(ranks);
    const auto all = static_cast<std::uint32_t>(ranks);
    const auto own = static_cast<std::uint32_t>(rank);
    std::vector<ReduceStep> steps;
    const bool paired = rank < 2 * halving.resting;
    if (paired && rank % 2 == 0) {
        steps.push_back({rank + 1, no_rank, 0, all, 0, 0, false});
        steps.push_back({no_rank, rank + 1, 0, 0, own, 1, true});
        return steps;
    }
    if (paired) steps.push_back({no_rank, rank - 1, 0, 0, 0, all, false});
    add_halving(halving, rank, steps);
    if (paired) steps.push_back({rank - 1, no_rank, own - 1, 1, 0, 0, false});
    return steps;
}

void ReduceScatter::begin(std::vector<std::uint32_t> marks) {
    ++instance_;
    marks_ = std::move(marks);
    if (steps_.empty()) steps_ = reduce_scatter_steps(rank_, ranks_);
    step_ = 0;
    sent_ = false;
}

bool ReduceScatter::take(Packet& packet, Rank sender) {
    // In a reduction, each rank receives at most one message from each other rank: the sender identifies the message.
    const auto found = std::find_if(early_.begin(), early_.end(), [this, sender](const Packet& one) {
        return one.own[0] == instance_ && one.source == sender;
    });
    if (found == early_.end()) return false;
    packet = *found;
    early_.erase(found);
    return true;
}

void ReduceScatter::advance(const std::uint32_t* data) {
    const ReduceStep& now = step();
    for (std::uint32_t i = 0; data != nullptr && i < now.receive_count; ++i) {
        std::uint32_t& mark = marks_[now.receive_first + i];
        mark = now.replaces ? data[i] : mark + data[i];
    }
    ++step_;
    sent_ = false;
}

}  // namespace rmasim::ch3
