// Cuts: sets of steps that the shrinker may remove from a random program. A program from which a cut was removed may be
// illegal; legality.h detects illegal programs.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <span>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// Removes the steps of a rank for which `is_removed` returns true. If the rank's threads synchronise before a removed
// step, they synchronise before the next remaining step instead. Returns true if any step was removed.
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

// Steps to remove, each by its rank and its index.
using Cut = std::vector<std::pair<Rank, std::size_t>>;

// Returns four kinds of cuts. A cut of the first kind has the steps between two barriers of all ranks and the second
// barrier. A cut of the second kind has only a barrier at the end of the program. The last two kinds have the steps of
// a unit (RandomProgram::units) or of an exchange (RandomProgram::exchanges).
std::vector<Cut> stretches(const RandomProgram& program);
// Returns three kinds of cuts. A cut of the first kind has LOCK, UNLOCK and the steps between them for the same target,
// or LOCK_ALL, UNLOCK_ALL and the steps between them for the same window. A cut of the second kind has the n-th FENCE
// of all ranks on a window. A cut of the third kind has calls that create or free a window.
std::vector<Cut> epochs(const RandomProgram& program);
// Returns cuts of single calls, messages (add_messages), barriers of communicators, and attachments. Single calls are
// operations, flushes, SYNC, loads and stores, and tests of requests.
std::vector<Cut> single_calls(const RandomProgram& program);

// Returns a copy of the program without the steps of the cuts. If a removed operation has a request, the wait for the
// request is removed, too.
RandomProgram without(const RandomProgram& program, std::span<const Cut> cuts);
RandomProgram without_rank(const RandomProgram& program, Rank rank);
RandomProgram without_window(const RandomProgram& program, WindowId window);

// A match of a POST and a START. The origin is in the group of the target's POST, and the target is in the group of the
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
