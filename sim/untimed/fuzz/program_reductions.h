// Cuts: parts that can be removed from a random program. A cut may leave an illegal program; legality.h tells.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <span>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// Removes steps of a rank. Its threads meet before a removed step: they then meet before the next one. Returns whether
// any step goes.
template <class Goes>
bool remove_steps(std::vector<Step>& steps, Goes goes) {
    std::vector<Step> left;
    bool meets = false;
    for (Step& step : steps) {
        meets = meets || step.meets;
        if (goes(step)) continue;
        left.push_back(std::move(step));
        left.back().meets = std::exchange(meets, false);
    }
    const bool any = left.size() < steps.size();
    steps = std::move(left);
    return any;
}

// Steps, by rank and place.
using Cut = std::vector<std::pair<Rank, std::size_t>>;

// The steps between two barriers of all ranks, with the second barrier; the barriers at the end alone; units.
std::vector<Cut> stretches(const RandomProgram& program);
// LOCK to UNLOCK or LOCK_ALL to UNLOCK_ALL, with the steps between them for the same target or window; the n-th FENCE
// of all ranks on a window.
std::vector<Cut> epochs(const RandomProgram& program);
// Operations, flushes, SYNC; messages; attachments (dynamic_reductions.h).
std::vector<Cut> single_calls(const RandomProgram& program);

// The program without the steps of the cuts. The wait for a request is removed with the operation that made it.
RandomProgram without(const RandomProgram& program, std::span<const Cut> cuts);
RandomProgram without_rank(const RandomProgram& program, Rank rank);
RandomProgram without_window(const RandomProgram& program, WindowId window);

// An origin in the group of a target's POST, and the target in the group of the origin's START.
struct Acquaintance {
    WindowId window;
    Rank origin;
    Rank target;
    std::size_t nth;  // of the two ranks on the window
};
std::vector<Acquaintance> acquaintances(const RandomProgram& program);
RandomProgram without(const RandomProgram& program, const Acquaintance& pair);

}  // namespace rmasim::fuzz
