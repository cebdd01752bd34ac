// Checkpoints: states of a run that later runs restore instead of repeating all earlier steps.
//
// Consecutive runs of a search usually differ only in their last few steps. This class keeps a copy of the state every
// few steps. Let x be the first step in which the next run differs from the current run. States after x are useless to
// the next run, so the kept states form a stack:
//
//   run          o-------o-------o-------o---       o: kept state
//   next run             |       o----x-------o--   restores the last state before x, and repeats steps up to x
//
// The result of a run is the same, whether a state was restored or steps were repeated
// (tests/explore/checkpoints_test.cpp).
#pragma once

#include "sim/machine/arena/arena.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

// Memory outside of the arena that a run changes. The kept copies form a stack, numbered from 0.
class OutsideState {
public:
    virtual ~OutsideState() = default;
    // Keeps a copy with number `nth`. All copies with higher numbers become useless.
    virtual void keep(std::size_t nth) = 0;
    virtual void put_back(std::size_t nth) = 0;
};

class Checkpoints {
public:
    // `arena` and `outside` contain everything that a run changes; `outside` may be null. If `wanted` is false, no
    // state is kept.
    Checkpoints(Arena& arena, bool wanted, OutsideState* outside = nullptr)
        : arena_(arena), wanted_(wanted), outside_(outside) {}

    // Restores the last state that was kept after at most `steps` steps, and returns the number of steps of that state.
    // Returns nullopt if no such state is kept: the run must then start from the initial state.
    std::optional<std::size_t> restore(std::size_t steps);
    // Must be called at the start of a run (`steps` is 0) and after each step. Keeps the state if a copy is likely to
    // save more time than it costs.
    void reached(std::size_t steps) {
        reached_ = steps;
        if (!wanted_) return;
        const std::size_t usual = outside_ == nullptr ? steps_between : steps_between_of_programs;
        const std::size_t between = runs_ < first_runs ? steps_between_at_first : usual;
        const bool due = count_ == 0 || steps >= kept_[count_ - 1].steps + between;
        if (due && (steps == 0 || steps + steps_to_end <= length_)) keep(steps);
    }

private:
    // Maximum size of all copies together. A copy that would exceed this size is not made. If states are so large,
    // repeated steps take only a small part of the time of runs, so a copy would save little.
    static constexpr std::size_t max_bytes = std::size_t{1} << 26;
    // Number of steps between two kept states. Copying a state takes about as long as executing a step.
    static constexpr std::size_t steps_between = 3;
    // The states of running programs are three times as large.
    static constexpr std::size_t steps_between_of_programs = 5;
    // In the first `first_runs` runs, the number of steps between two kept states is larger. The first access to newly
    // allocated memory takes as long as executing twenty steps. Fewer copies make short searches faster.
    static constexpr std::size_t first_runs = 32;
    static constexpr std::size_t steps_between_at_first = 8;
    // The states of the last steps of a run are not kept: few runs first differ from the previous run in its last
    // steps, and repeating those steps is cheap. The length of the previous run is the estimate for the length of the
    // current run. The first run keeps only its initial state.
    static constexpr std::size_t steps_to_end = 4;

    // Aligned memory for a copy. Copying between addresses of the same alignment is faster by a fifth.
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    struct Kept {
        std::size_t steps = 0;
        std::size_t bytes = 0;
        std::size_t room = 0;  // allocated bytes
        std::unique_ptr<Line[]> copy{};
        std::byte* memory() const { return reinterpret_cast<std::byte*>(copy.get()); }
    };
    void keep(std::size_t steps);

    Arena& arena_;
    bool wanted_;
    OutsideState* outside_;
    std::vector<Kept> kept_;  // ascending; entries after `count_` only keep their memory for reuse
    std::size_t count_ = 0;
    std::size_t room_ = 0;     // bytes of all copies
    std::size_t runs_ = 0;     // number of runs before the current one
    std::size_t reached_ = 0;  // steps of the current run
    std::size_t length_ = 0;   // number of steps of the previous run
};

}  // namespace rmasim::sim
