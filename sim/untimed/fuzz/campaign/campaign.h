// Runs many random programs in many orders until a run has a finding. Several threads of the simulator share the runs.
// The result depends only on the seeds, not on the number of threads.
#pragma once

#include "sim/untimed/fuzz/run/program_runner.h"

#include <functional>

namespace rmasim::fuzz {

// Returns the program of run `seed`. Generating a program is expensive, so eight consecutive seeds share a program.
// Each seed has its own settings and its own order of steps.
inline constexpr std::uint64_t runs_of_a_program = 8;
RandomProgram program_of_run(std::uint64_t seed, const sim::Family& family = sim::default_family(),
                             sim::Semantics semantics = sim::Semantics::off,
                             sim::Propagation propagation = sim::Propagation::eager);

struct RunReport {
    std::uint64_t seed = 0;
    Rank ranks = 0;
    ThreadId threads = 1;  // number of threads of each rank
    WindowId windows = 0;
    std::size_t calls = 0;
    bool ordered = true;
    std::string faults = {};  // in the notation of a scenario; empty if there are none
    std::size_t steps = 0;
    std::string scheduler = {};
    std::string fault = {};  // the known defect of the simulated MPI library that ended the run; empty if none did
    std::optional<Finding> finding = {};
};

struct Campaign {
    std::uint64_t first_seed = 1;
    std::uint64_t runs = 1000;  // number of runs, with consecutive seeds
    unsigned jobs = 1;
    const sim::Family* family = &sim::default_family();
    sim::Semantics semantics = sim::Semantics::off;
    sim::Propagation propagation = sim::Propagation::eager;
    // Called for every run, in the order of seeds. Any of the threads may call this function, but calls never overlap.
    std::function<void(const RunReport&)> on_run = [](const RunReport&) {};

    // Executes the runs. Returns the report of the first run with a finding; nullopt if no run has one.
    std::optional<RunReport> carry_out() const;
};

std::size_t calls_in(const RandomProgram& program);

}  // namespace rmasim::fuzz
