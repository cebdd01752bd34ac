// The owner's exclusive lock of its own window keeps others out while it loads and stores.
// synchronisation: exclusive lock
// ranks: 3
// rule: MM-PAIR-2
// mended: it does not unlock too early.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        window[4] = 1;
        WRONG(MPI_Win_unlock(0, win);)
        window[5] = 2;  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    } else if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 5, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
