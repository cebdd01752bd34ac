// MPI_NO_OP agrees with all accumulates, but with no put.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: an accumulate with MPI_PROD stands in place of the put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int two = 2, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, 0, MPI_NO_OP, win);  // race: first
    WRONG(if (rank == 2) MPI_Put(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)        // race: second
    RIGHT(if (rank == 2) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_PROD, win);)
    MPI_Win_unlock_all(win);
    return end_with_window();
}
