// States of a run that the next runs go back to, in place of repeating all steps before.
//
// Runs of a search share long prefixes: the next run repeats all but the last few steps of the one before it. A state
// is kept every few steps; those behind the step where the next run departs are of no use any more, so the states kept
// are a stack:
//
//   run          o-------o-------o-------o---       o: kept
//   next run             |       o----x-------o--   goes back to the last one before x, and repeats from there
//
// What follows is the same whether a state was put back or steps were repeated (tests/explore/checkpoints_test.cpp).
#pragma once

#include "sim/arena/arena.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace rmasim::sim {

class Checkpoints {
public:
    // `arena` has all that a run changes. Unless `wanted`, nothing is kept.
    Checkpoints(Arena& arena, bool wanted) : arena_(arena), wanted_(wanted) {}

    // Puts back the last state kept after at most `steps` steps, and returns after how many; none if there is no such
    // state: then the run has to begin anew.
    std::optional<std::size_t> go_back(std::size_t steps);
    // A run that begins, or has made `steps` steps: keeps this state if it is worth it.
    void reached(std::size_t steps) {
        if (wanted_ && (kept_.empty() || steps >= kept_.back().steps + steps_between)) keep(steps);
    }

private:
    // More is not worth copying: such steps are the smaller part of a run.
    static constexpr std::size_t most_bytes = std::size_t{1} << 26;
    // Copying a state costs about as much as making a step.
    static constexpr std::size_t steps_between = 3;

    struct Kept {
        std::size_t steps;
        std::size_t begin, bytes;  // in `copies_`
    };
    void keep(std::size_t steps);

    Arena& arena_;
    bool wanted_;
    std::vector<Kept> kept_;         // ascending
    std::vector<std::byte> copies_;  // one behind the other
};

}  // namespace rmasim::sim
