// The exit codes of the program. They are part of the interface: scripts and CI depend on them.
#pragma once

#include "sim/scenario/model/scenario.h"
#include "sim/untimed/explore/exploration.h"

namespace rmasim::sim {

enum ExitCode : int {
    success = 0,
    expectation_failed = 1,
    bad_input = 2,
    // A deadlock, a lost rank, or a failed assertion or a crash of the MPI library that a family models.
    cannot_finish = 3,
    erroneous_program = 4,  // the simulated program breaks a rule of MPI
    // An internal error, a violated invariant (--check-invariants), or output that cannot be written.
    internal_error = 5,
};

// The exit code of an untimed run with a failure of the kind `failed`. It is `success` if the scenario expects this
// failure.
ExitCode exit_code_of(const Scenario& scenario, Failure::Kind failed);

}  // namespace rmasim::sim
