// A put beside accumulates is not atomic, not even beside MPI_REPLACE.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: both are accumulates with MPI_REPLACE.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);  // race: first
    WRONG(if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)               // race: second
    RIGHT(if (rank == 2) MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);)
    MPI_Win_fence(0, win);
    return end_with_window();
}
