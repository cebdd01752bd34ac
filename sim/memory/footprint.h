// What a step touched of the memory that ranks share. Two steps at different ranks that touch nothing in common, or
// touch it in a way that commutes, may come in either order.
#pragma once

#include "protocol/base/types.h"
#include "sim/memory/word.h"

#include <vector>

namespace rmasim::sim {

enum class Touch : std::uint8_t {
    read,   // commutes with read
    add,    // a store goes into a buffer: commutes with the same of another rank
    write,  // commutes with nothing
};

struct Touched {
    Word word;
    Touch touch;
};
using Footprint = std::vector<Touched>;

// Stand for what is no word: that anything at all has reached memory; how much room the store buffer of a rank has.
inline constexpr Word any_word = ~Word{0};
constexpr Word room_of(Rank rank) { return any_word - 1 - static_cast<Word>(rank); }

constexpr bool conflict(Touch a, Touch b) { return a != b || a == Touch::write; }

}  // namespace rmasim::sim
