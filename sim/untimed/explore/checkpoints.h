// Checkpoints: states of a run that later runs restore instead of repeating all earlier steps.
//
// Runs of a search share long prefixes: the next run repeats all but the last few steps of the run before it. A state
// is kept every few steps. States behind the step where the next run departs are useless, so the kept states form a
// stack:
//
//   run          o-------o-------o-------o---       o: kept
//   next run             |       o----x-------o--   restores the last one before x, and repeats from there
//
// The result is the same whether a state was restored or steps were repeated (tests/explore/checkpoints_test.cpp).
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
    // `arena` contains everything that a run changes. If `wanted` is false, no state is kept.
    Checkpoints(Arena& arena, bool wanted) : arena_(arena), wanted_(wanted) {}

    // Restores the last state that was kept after at most `steps` steps, and returns its number of steps; nullopt if
    // there is no such state: then the run must start from the initial state.
    std::optional<std::size_t> restore(std::size_t steps);
    // A run starts, or has made `steps` steps. Keeps this state if it is worth the copy.
    void reached(std::size_t steps) {
        reached_ = steps;
        if (!wanted_) return;
        const std::size_t between = runs_ < first_runs ? steps_between_at_first : steps_between;
        const bool due = count_ == 0 || steps >= kept_[count_ - 1].steps + between;
        if (due && (steps == 0 || steps + steps_to_end <= length_)) keep(steps);
    }

private:
    // Maximum size of a copy. In runs with a larger state, repeated steps are the smaller part of the time.
    static constexpr std::size_t max_bytes = std::size_t{1} << 26;
    // Copying a state takes about as long as executing a step.
    static constexpr std::size_t steps_between = 3;
    // The first access to new memory takes as long as twenty steps, so a short search keeps fewer copies.
    static constexpr std::size_t first_runs = 32;
    static constexpr std::size_t steps_between_at_first = 8;
    // Few runs depart in the last steps of the previous run, and repeating those steps is cheap. The expected length of
    // a run is that of the previous run; the first run keeps only its beginning.
    static constexpr std::size_t steps_to_end = 4;

    // Copies between equally aligned addresses take a fifth less time.
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
    std::vector<Kept> kept_;  // ascending; entries after `count_` only keep their memory for reuse
    std::size_t count_ = 0;
    std::size_t room_ = 0;           // bytes of all copies
    std::size_t runs_ = 0;           // number of runs before the current one
    std::size_t reached_ = 0;        // steps of the current run
    std::size_t length_ = 0;         // of the previous run
};

}  // namespace rmasim::sim
