// Which words of shared memory a step accessed. Two steps at different ranks are independent (may be swapped without
// any effect) if they have no word in common, or if their accesses to it commute.
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

// Pseudo-words for state that is not a word. any_word: which stores have reached memory at all. room_of: how full the
// store buffer of a rank is.
inline constexpr Word any_word = ~Word{0};
constexpr Word room_of(Rank rank) { return any_word - 1 - static_cast<Word>(rank); }

constexpr bool conflict(Touch a, Touch b) { return a != b || a == Touch::write; }

}  // namespace rmasim::sim
