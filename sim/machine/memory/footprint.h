// The footprint of a step contains the words of shared memory that the step accessed. If NICs end operations in steps
// of their own, the footprint also contains all other words of memory that the step accessed. Two steps of different
// ranks are independent if they have no word in common, or if their accesses to each common word commute.
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/memory/word.h"

#include <vector>

namespace rmasim::sim {

enum class Touch : std::uint8_t {
    read,   // commutes with a read
    add,    // a store enters a store buffer; commutes with an add of another rank
    write,  // commutes with nothing
};

struct Touched {
    Word word;
    Touch touch;
};
using Footprint = std::vector<Touched>;

// Special word numbers, which represent state that is not a word of memory. any_word represents the set of stores that
// have reached memory. room_of(rank) represents the number of stores in the rank's store buffer.
inline constexpr Word any_word = ~Word{0};
constexpr Word room_of(Rank rank) { return any_word - 1 - static_cast<Word>(rank); }

// The number of word `nth` of a rank's window or buffer, shared or not, for steps of NICs. Two words of very large
// memory may have the same number; then steps count as dependent although they are independent.
constexpr Word word_of(Rank owner, WindowId space, std::uint64_t nth) {
    return Word{1} << 62 | static_cast<Word>(owner) << 48 | (Word{space} & 0xFFFF) << 32 | (nth & 0xFFFF'FFFF);
}
// The number that represents the queue of packets from `source` to `target`.
constexpr Word queue_of(Rank source, Rank target) {
    return Word{1} << 61 | static_cast<Word>(source) << 32 | static_cast<Word>(target);
}

constexpr bool conflict(Touch a, Touch b) { return a != b || a == Touch::write; }

}  // namespace rmasim::sim
