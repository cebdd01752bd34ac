// The footprint of a step: the words of shared memory that the step accessed. Two steps of different ranks are
// independent if they have no word in common, or if their accesses to each common word commute.
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

constexpr bool conflict(Touch a, Touch b) { return a != b || a == Touch::write; }

}  // namespace rmasim::sim
