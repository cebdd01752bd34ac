// A get brings data into a window from which another rank gets.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-2
// mended: into another part of it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(window + 2, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_unlock(1, win);
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, WRONG(3) RIGHT(4), 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
