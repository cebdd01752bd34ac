// MPI_Allreduce in place on a window, while another rank accumulates there.
// synchronisation: shared lock
// ranks: 3
// right under: unified
// rule: MM-PAIR-2
// mended: on the cells beside it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);  // race: first
    }
    MPI_Allreduce(MPI_IN_PLACE, window + WRONG(0) RIGHT(2), 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // race: second
    if (rank == 1) MPI_Win_unlock(0, win);
    return end_with_window();
}
