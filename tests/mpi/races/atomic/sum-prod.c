// Accumulates of two operations on one element.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/sum-prod
// mended: the same operation.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int two = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);          // race: first
    WRONG(if (rank == 2) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_PROD, win);)  // race: second
    RIGHT(if (rank == 2) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)
    MPI_Win_unlock_all(win);
    return end_with_window();
}
