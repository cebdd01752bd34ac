// Ranks 1 and 2 send to rank 3, which receives from any source. SLOW is the sender whose message arrives second.
#pragma once

#include "tests/mpi/races/race.h"

#include <unistd.h>

#ifndef SLOW
#define SLOW 2
#endif

static inline int sends(void) { return rank == 1 || rank == 2; }
// Delays the message of SLOW.
static inline void be_late(void) {
    if (rank == SLOW) usleep(100);
}
// Delays the other ranks, so that SLOW gets a lock first.
static inline void come_second(void) {
    if (rank != SLOW) usleep(50);
}
static inline int take_any(void) {
    MPI_Status status;
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE;
}
// Puts into the caller's cell of rank 3, under a lock of rank 3.
static inline void section(int type) {
    MPI_Win_lock(type, 3, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 3, rank, 1, MPI_INT, win);
    MPI_Win_unlock(3, win);
}
