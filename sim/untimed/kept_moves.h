// Possible moves of things that have at most one each: threads, or pairs of ranks whose packets arrive in order. Kept
// up to date rather than looked for at each step, which changes one or two of them.
#pragma once

#include "sim/untimed/move.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

class KeptMoves {
public:
    // So many things; none has a move.
    void reset(std::size_t things) {
        moves_.resize(things);
        possible_.assign((things + bits - 1) / bits, 0);
    }
    // The thing's move, possible from now on: the one it had last, for the caller to change.
    Move& put(std::size_t thing) {
        possible_[thing / bits] |= std::uint64_t{1} << thing % bits;
        return moves_[thing];
    }
    void remove(std::size_t thing) { possible_[thing / bits] &= ~(std::uint64_t{1} << thing % bits); }

    // In the order of the things' numbers.
    void append_to(std::vector<Move>& moves) const {
        for (std::size_t word = 0; word < possible_.size(); ++word) {
            for (std::uint64_t left = possible_[word]; left != 0; left &= left - 1) {
                moves.push_back(moves_[word * bits + static_cast<std::size_t>(std::countr_zero(left))]);
            }
        }
    }

private:
    static constexpr std::size_t bits = 64;

    std::vector<Move> moves_;              // by thing
    std::vector<std::uint64_t> possible_;  // a bit for each thing
};

}  // namespace rmasim::sim
