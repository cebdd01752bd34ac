// The barrier comes before the unlock that completes.
// synchronisation: exclusive lock
// ranks: 3
// rule: MM-PAIR-1
// mended: behind it. (The locks are shared: only the barrier orders.)
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_unlock(0, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        WRONG(MPI_Win_unlock(0, win);)
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
