// The promises of a window's info (MPI 4.1, 12.2.1), and the calls by which the members create a window. The arguments
// of each rank are compared with those of the first rank. A broken promise is reported with both calls, and the run
// continues.
#pragma once

#include "sim/mpi/windows/checked_call.h"

namespace rmasim::sim {

// Returns the promises in an info of MPI_Win_create and similar functions.
WindowPromises promises_in(MPI_Info info);

// A record of the calls that create one window.
struct WindowCreation {
    // The arguments of one rank.
    struct Given {
        Rank rank = no_rank;
        Caller caller{};
        WindowPromises promises{};
        MPI_Aint bytes = 0;
        int disp_unit = 1;
    };
    Given first;
    Given no_locks;  // the arguments of the first rank that promises no_locks
};

// Records that the caller creates its segment of `window`, whose number must be set. Compares the caller's arguments
// with those of the first rank. Ends the run if the first rank has called another function.
void join_creation(const Caller& caller, ProgramWindow& window);
// Checks, when the caller locks the window, that no rank has promised no_locks.
void check_lock_promised(const Caller& caller, const ProgramWindow& window);

}  // namespace rmasim::sim
