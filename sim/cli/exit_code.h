// What the program's exit code says; part of the contract with scripts and CI.
#pragma once

namespace rmasim::sim {

enum ExitCode : int {
    as_wished = 0,
    expectation_failed = 1,
    bad_input = 2,
    cannot_finish = 3,      // deadlock, lost rank
    erroneous_program = 4,  // the simulated program breaks a rule of MPI
    internal_error = 5,     // or, with --check, a violated invariant
};

}  // namespace rmasim::sim
