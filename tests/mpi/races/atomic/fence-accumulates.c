// Two ranks accumulate on one element in one epoch.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// right scenario: fence/accumulates
// mended: both add.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Accumulate(&size, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 1)
        MPI_Accumulate(&size, 1, MPI_INT, 2, 0, 1, MPI_INT, WRONG(MPI_PROD) RIGHT(MPI_SUM), win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
