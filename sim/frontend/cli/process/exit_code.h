// The exit codes of the program. They are part of the interface: scripts and CI depend on them.
#pragma once

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

}  // namespace rmasim::sim
