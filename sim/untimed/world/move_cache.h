// Possible moves of things that have at most one each: threads, or pairs of ranks whose packets arrive in order. Kept
// up to date rather than looked for at each step, which changes one or two of them.
#pragma once

#include "sim/untimed/world/move.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::sim {

class KeptMoves {
public:
    // So many things; none has a move.
    void reset(std::size_t things) {
        moves_.resize(things);
        possible_.assign((things + bits - 1) / bits, 0);
        count_ = 0;
    }
    // The thing's move, possible from now on: the one it had last, for the caller to change.
    Move& put(std::size_t thing) {
        const std::uint64_t was = std::exchange(possible_[thing / bits], possible_[thing / bits] | bit(thing));
        count_ += (was & bit(thing)) == 0 ? 1 : 0;
        return moves_[thing];
    }
    void remove(std::size_t thing) {
        const std::uint64_t was = std::exchange(possible_[thing / bits], possible_[thing / bits] & ~bit(thing));
        count_ -= (was & bit(thing)) == 0 ? 0 : 1;
    }

    std::size_t count() const { return count_; }
    // In the order of the things' numbers; returns the place after the last one.
    Move* copy_to(Move* at) const {
        const Move* first = moves_.data();
        for (std::uint64_t left : possible_) {
            for (; left != 0; left &= left - 1) *at++ = first[std::countr_zero(left)];
            first += bits;
        }
        return at;
    }

private:
    static constexpr std::size_t bits = 64;
    static std::uint64_t bit(std::size_t thing) { return std::uint64_t{1} << thing % bits; }

    std::vector<Move> moves_;              // by thing
    std::vector<std::uint64_t> possible_;  // a bit for each thing
    std::size_t count_ = 0;
};

}  // namespace rmasim::sim
