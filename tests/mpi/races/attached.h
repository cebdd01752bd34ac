// For attached.c: a dynamic window to which each rank has attached `window`. Rank 0 is the target.
#pragma once
#include "tests/mpi/races/race.h"

static MPI_Aint base;  // the address of `window` at rank 0

static inline void begin_attached(void) {
    begin();
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window));
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
}
static inline void end_attached(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, window);
    MPI_Win_free(&win);
}
// Returns the displacement of window[index] at rank 0.
static inline MPI_Aint cell(int index) { return base + index * (MPI_Aint)sizeof(int); }
