// A reader with a shared lock and a writer.
// synchronisation: lock
// ranks: 3
// rule: MM-PAIR-1
// mended: the writer has an exclusive lock.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    if (rank == 1) {
        MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
