// A broadcast tells others what its root did, not the root what others did.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: the rank that put is the root.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int word = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Bcast(&word, 1, MPI_INT, WRONG(2) RIGHT(1), MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
