// A barrier orders the ranks of its communicator.
// synchronisation: barrier
// ranks: 4
// rule: MM-PAIR-1
// mended: both are in it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Comm some;
    MPI_Comm_split(MPI_COMM_WORLD, rank WRONG(% 2) RIGHT(/ 2), rank, &some);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(some);
    if (rank == 3) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    MPI_Comm_free(&some);
    return end_with_window();
}
