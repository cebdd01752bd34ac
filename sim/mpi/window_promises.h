// Promises of a window's info (MPI 4.1, 12.2.1), and the calls that create a window together: what one rank gives is
// compared with what the first one gave. A broken promise is reported with both calls, and the run continues.
#pragma once

#include "sim/mpi/checked_call.h"

namespace rmasim::sim {

// Returns the promises in an info of MPI_Win_create and similar functions.
WindowPromises promises_in(MPI_Info info);

// The calls that create one window.
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
    Given no_locks;  // of the first rank that promises no_locks
};

// The caller creates its part of `window`, which has its number. Ends the run if another rank calls another function.
void join_creation(const Caller& caller, ProgramWindow& window);
// The caller locks the window.
void check_lock_promised(const Caller& caller, const ProgramWindow& window);

}  // namespace rmasim::sim
