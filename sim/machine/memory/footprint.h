// The words of shared memory that a step accessed. Two steps of different ranks are independent (they may be swapped
// without any effect) if they have no word in common, or if their accesses to each common word commute.
#pragma once

#include "protocol/base/types.h"
#include "sim/machine/memory/word.h"

#include <vector>

namespace rmasim::sim {

enum class Touch : std::uint8_t {
    read,   // commutes with read
    add,    // a store enters a buffer: commutes with an add of another rank
    write,  // commutes with nothing
};

struct Touched {
    Word word;
    Touch touch;
};
using Footprint = std::vector<Touched>;

// Pseudo-words for state that is not a word. any_word: the set of stores that have reached memory. room_of: the number
// of stores in a rank's store buffer.
inline constexpr Word any_word = ~Word{0};
constexpr Word room_of(Rank rank) { return any_word - 1 - static_cast<Word>(rank); }

constexpr bool conflict(Touch a, Touch b) { return a != b || a == Touch::write; }

}  // namespace rmasim::sim
