// Caches the enabled moves of objects that have at most one enabled move each: threads, or pairs of ranks whose packets
// arrive in order. A step changes the moves of one or two objects, so updating the cache is faster than recomputing all
// moves.
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
    // Sets the number of objects, and disables all moves.
    void reset(std::size_t things) {
        moves_.resize(things);
        possible_.assign((things + bits - 1) / bits, 0);
        count_ = 0;
    }
    // Enables the move of object `thing` and returns a reference to the move. The move still has its previous value;
    // the caller must change it.
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
    // Copies the enabled moves, in the order of the objects' numbers. Returns the position after the last copied move.
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

    std::vector<Move> moves_;              // by object
    std::vector<std::uint64_t> possible_;  // a bit for each object: true if its move is enabled
    std::size_t count_ = 0;
};

}  // namespace rmasim::sim
