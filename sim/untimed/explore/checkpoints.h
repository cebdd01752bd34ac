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

#include "sim/machine/arena/arena.h"

#include <cstddef>
#include <cstdint>
#include <memory>
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
        reached_ = steps;
        if (!wanted_) return;
        const std::size_t between = runs_ < first_runs ? steps_between_at_first : steps_between;
        const bool due = count_ == 0 || steps >= kept_[count_ - 1].steps + between;
        if (due && (steps == 0 || steps + steps_to_end <= length_)) keep(steps);
    }

private:
    // More is not worth copying: such steps are the smaller part of a run.
    static constexpr std::size_t max_bytes = std::size_t{1} << 26;
    // Copying a state costs about as much as making a step.
    static constexpr std::size_t steps_between = 3;
    // Memory that is touched for the first time costs as much as twenty steps: a search that is soon over does with
    // fewer copies.
    static constexpr std::size_t first_runs = 32;
    static constexpr std::size_t steps_between_at_first = 8;
    // Few runs depart in the last steps of the run before, and those steps are soon repeated. A run is taken to be as
    // long as the one before it; the first one keeps only its beginning.
    static constexpr std::size_t steps_to_end = 4;

    // Copies between places that are aligned alike take a fifth less time.
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    struct Kept {
        std::size_t steps = 0;
        std::size_t bytes = 0;
        std::size_t room = 0;  // in bytes
        std::unique_ptr<Line[]> copy{};
        std::byte* memory() const { return reinterpret_cast<std::byte*>(copy.get()); }
    };
    void keep(std::size_t steps);

    Arena& arena_;
    bool wanted_;
    std::vector<Kept> kept_;  // ascending; those after `count_` are kept to reuse their memory
    std::size_t count_ = 0;
    std::size_t room_ = 0;           // of all copies
    std::size_t runs_ = 0;           // before the current one
    std::size_t reached_ = 0;        // steps of the current run
    std::size_t length_ = 0;         // of the run before
};

}  // namespace rmasim::sim
