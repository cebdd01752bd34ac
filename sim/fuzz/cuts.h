// What can be taken out of a random program. Some cuts leave a program that is not legal: legality.h tells.
#pragma once

#include "sim/fuzz/random_program.h"

#include <span>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// Steps, by rank and place.
using Cut = std::vector<std::pair<Rank, std::size_t>>;

// Between two barriers of all ranks, the one at the end included; and the last barriers alone.
std::vector<Cut> stretches(const RandomProgram& program);
// LOCK to UNLOCK, LOCK_ALL to UNLOCK_ALL, with what is between them for the same target or window; the n-th FENCE of a
// window, of all ranks.
std::vector<Cut> epochs(const RandomProgram& program);
// Operations, flushes, SYNC.
std::vector<Cut> single_calls(const RandomProgram& program);

// Without the steps of the cuts; a wait for a request goes with the operation that made it.
RandomProgram without(const RandomProgram& program, std::span<const Cut> cuts);
RandomProgram without_rank(const RandomProgram& program, Rank rank);
RandomProgram without_window(const RandomProgram& program, WindowId window);

// An origin in a target's POST, and the target in the origin's START.
struct Acquaintance {
    WindowId window;
    Rank origin;
    Rank target;
    std::size_t nth;  // of the two ranks on the window
};
std::vector<Acquaintance> acquaintances(const RandomProgram& program);
RandomProgram without(const RandomProgram& program, const Acquaintance& pair);

}  // namespace rmasim::fuzz
