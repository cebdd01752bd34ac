// Neighbours tell each other by MPI_Sendrecv; who put to a third must tell that.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: the message goes to the rank that puts next.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int to = (rank + WRONG(1) RIGHT(3)) % 4, from = (rank + WRONG(3) RIGHT(1)) % 4;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(2, win);
    }
    MPI_Sendrecv(NULL, 0, MPI_INT, to, 0, NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(2, win);
    }
    return end_with_window();
}
