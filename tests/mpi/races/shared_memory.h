// For shared_operations.c: a window in shared memory with 4 int at each rank.
#pragma once
#include "tests/mpi/races/race.h"

static int *own, *of_0;  // the memory of the caller and of rank 0

static inline void begin_shared(void) {
    int unit;
    MPI_Aint bytes;
    begin();
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &of_0);
}
static inline void end_shared(void) { MPI_Win_free(&win); }
