// Exchanges between a number of processes that is a power of two, among any number of processes. If the communicator
// has 5 = 4 + 1 processes, communicator rank 0 takes no part in the rounds: it sends its values to communicator rank 1
// before the rounds, and may receive a result after them:
//
//     comm. rank  0     1     2     3     4
//                 `---> |     |     |     |      round 0
//                       0     1     2     3      numbers of the processes in the rounds from 1 on
#pragma once

#include "protocol/collectives/shape.h"

namespace rmasim::schedules {

class Folding {
public:
    // The root of `shape` takes part in the rounds: if it is the lower process of a pair, the upper one sends.
    static Folding with_root(const Shape& shape) { return Folding(shape, shape.root); }
    explicit Folding(const Shape& shape) : Folding(shape, no_rank) {}

    Rank size() const { return size_; }    // number of processes in the rounds
    Rank extra() const { return extra_; }  // number of pairs
    bool paired() const { return rank_ < 2 * extra_; }
    // True for the process of a pair that sends its values before the rounds.
    bool hands_over() const { return paired() && comm_rank_of(number()) != rank_; }
    Rank partner() const { return rank_ ^ 1; }  // the other process of the pair
    Rank number() const { return number_of(rank_); }
    Rank number_of(Rank comm_rank) const { return comm_rank < 2 * extra_ ? comm_rank / 2 : comm_rank - extra_; }
    Rank comm_rank_of(Rank number) const {
        if (number >= extra_) return number + extra_;
        return 2 * number == kept_ ? kept_ : 2 * number + 1;
    }
    std::uint32_t rounds() const { return round_of(size_); }
    std::uint32_t last_round() const { return 1 + rounds(); }

private:
    Folding(const Shape& shape, Rank kept)
        : size_(power_up_to(shape.size)), extra_(shape.size - size_), rank_(shape.rank), kept_(kept) {}

    Rank size_, extra_, rank_, kept_;
};

}  // namespace rmasim::schedules
