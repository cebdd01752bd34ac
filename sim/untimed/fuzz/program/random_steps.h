// Functions that all generators of random programs use: random numbers, iteration over steps, and creation of steps.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rmasim::fuzz {

// The random streams (independent sequences of random numbers) of a seed. Each generator has a stream of its own and
// changes an existing program. So a new generator in a later version of the simulator does not change the steps that
// the other generators add. The settings and faults of a run use stream 0 of the run's seed.
enum class Stream : std::uint64_t {
    program,
    nodes,
    empty_operations,
    windows,
    threads,
    patience,
    agent,
    later,  // settings by which programs promise something, and rounds of PSCW
    wording,
    // This stream has the number of `wording`. Both can have the same number, because generate_wording is not called
    // for programs with synchronisation counters.
    promises_with_counters = wording,
    origin_types = 11,
    wide_elements,
    owners,
    late_entries,
    sharing,
    waits,
    null_targets,
    reads = 22,
    dynamic_windows,
    collectives = 29,
    communicators,
    window_comms,
    tickets,
    exchanges,  // of the handles of counters
    changes,    // of the groups of windows
    more_collectives = 60,
    messages,
    topologies,
    rare_collectives,  // on neighbours, of several datatypes, persistent, with operators of the program
};
inline sim::Random numbers_of(std::uint64_t seed, Stream stream) {
    return sim::Random(seed, static_cast<std::uint64_t>(stream));
}

// Calls `visit(rank, step)` for all steps, rank by rank.
template <class Program, class Visit>
void for_each_step(Program& program, Visit visit) {
    for (std::size_t rank = 0; rank < program.steps.size(); ++rank) {
        for (auto& step : program.steps[rank]) visit(static_cast<Rank>(rank), step);
    }
}
template <class Predicate>
bool has_step(const RandomProgram& program, Predicate is_wanted) {
    return std::any_of(program.steps.begin(), program.steps.end(), [&](const std::vector<Step>& steps) {
        return std::any_of(steps.begin(), steps.end(), is_wanted);
    });
}

inline Rank any_rank(sim::Random& random, const RandomProgram& program) { return below(random, program.ranks); }
inline WindowId any_window(sim::Random& random, const RandomProgram& program) { return below(random, program.windows); }
// Returns a random subset of the ranks below `count`, in ascending order but rotated by a random number of positions.
inline Group some_ranks(sim::Random& random, Rank count) {
    Group group = sim::some_below(random, count, 60);
    const auto first = static_cast<std::ptrdiff_t>(random.below(group.size() + 1));
    std::rotate(group.begin(), group.begin() + first, group.end());
    return group;
}

// Allocates words in the rank's window "results" for the data that the operation `step` fetches.
inline void give_results(RandomProgram& program, Rank rank, Step& step) {
    std::uint32_t& results = program.results[static_cast<std::size_t>(rank)];
    step.result = results;
    results += step.region.count;
}

// Appends steps to the steps of each rank, phase by phase. No rank begins a phase before all ranks have ended the
// previous phase.
class StepWriter {
protected:
    // Appends to `steps`, which has the steps of each rank and must outlive this object.
    explicit StepWriter(std::vector<std::vector<Step>>& steps) : steps_(steps) {}

    void for_each_rank(auto visit) const {
        for (std::size_t rank = 0; rank < steps_.size(); ++rank) visit(static_cast<Rank>(rank));
    }
    Step& add(Rank rank, Step step) {
        step.phase = phase_;
        return steps_[static_cast<std::size_t>(rank)].emplace_back(std::move(step));
    }
    void barrier() {
        for_each_rank([this](Rank rank) { add(rank, {.call = Call::barrier}); });
        ++phase_;
    }
    // Begins a new phase after the phases of all existing steps.
    void begin_phase() {
        for (const std::vector<Step>& steps : steps_) {
            if (!steps.empty()) phase_ = std::max(phase_, steps.back().phase + 1);
        }
    }

    std::vector<std::vector<Step>>& steps_;
    int phase_ = 0;
};

}  // namespace rmasim::fuzz
