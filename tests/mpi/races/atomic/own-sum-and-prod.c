// Two accumulates of one rank with two operations are ordered; those of two ranks are not.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// right scenario: lock_all/accumulates-of-one-rank
// mended: both of one rank.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int two = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    }
    if (rank == WRONG(2) RIGHT(0)) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
