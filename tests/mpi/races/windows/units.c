// Displacements are in units of the target's part of the window.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the units are taken into account.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Win_create(window, sizeof(window), rank == 0 ? 1 : 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 8, 1, MPI_INT, win);                    // race: first
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(11) RIGHT(12), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
