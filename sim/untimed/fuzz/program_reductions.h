// Cuts: sets of steps that can be removed from a random program. A cut may leave an illegal program; legality.h detects
// this.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <span>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// Removes the steps of a rank for which `is_removed` returns true. If its threads synchronise before a removed step,
// they synchronise before the next step instead. Returns true if any step was removed.
template <class IsRemoved>
bool remove_steps(std::vector<Step>& steps, IsRemoved is_removed) {
    std::vector<Step> left;
    bool syncs_threads = false;
    for (Step& step : steps) {
        syncs_threads = syncs_threads || step.syncs_threads;
        if (is_removed(step)) continue;
        left.push_back(std::move(step));
        left.back().syncs_threads = std::exchange(syncs_threads, false);
    }
    const bool any = left.size() < steps.size();
    steps = std::move(left);
    return any;
}

// Steps, by rank and index.
using Cut = std::vector<std::pair<Rank, std::size_t>>;

// Returns these cuts: the steps between two barriers of all ranks, with the second barrier; the barriers at the end
// alone; units.
std::vector<Cut> stretches(const RandomProgram& program);
// Returns these cuts: LOCK to UNLOCK or LOCK_ALL to UNLOCK_ALL, with the steps between them for the same target or
// window; the n-th FENCE of all ranks on a window.
std::vector<Cut> epochs(const RandomProgram& program);
// Returns these cuts: operations, flushes, SYNC; messages; attachments (dynamic_reductions.h).
std::vector<Cut> single_calls(const RandomProgram& program);

// Returns the program without the steps of the cuts. The wait for a request is removed with the operation that created
// it.
RandomProgram without(const RandomProgram& program, std::span<const Cut> cuts);
RandomProgram without_rank(const RandomProgram& program, Rank rank);
RandomProgram without_window(const RandomProgram& program, WindowId window);

// A match of a POST and a START: the origin is in the group of the target's POST, and the target in the group of the
// origin's START.
struct Acquaintance {
    WindowId window;
    Rank origin;
    Rank target;
    std::size_t nth;  // number among the matches of the two ranks on the window
};
std::vector<Acquaintance> acquaintances(const RandomProgram& program);
RandomProgram without(const RandomProgram& program, const Acquaintance& pair);

}  // namespace rmasim::fuzz
