// The exit codes of the program. They are part of the interface: scripts and CI depend on them.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/exploration.h"

namespace rmasim::sim {

enum ExitCode : int {
    success = 0,
    expectation_failed = 1,
    bad_input = 2,
    cannot_finish = 3,      // deadlock, lost rank, failed assertion or crash of a recorded implementation
    erroneous_program = 4,  // the simulated program breaks a rule of MPI
    internal_error = 5,     // also a violated invariant (--check-invariants), and output that cannot be written
};

// The exit code of an untimed run that failed; `success` if the scenario expects that outcome.
ExitCode exit_code_of(const Scenario& scenario, Failure::Kind failed);

}  // namespace rmasim::sim
