// A receive of any tag takes the first message, which was sent before the put.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: a second one takes the other.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 2, 3, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Send(NULL, 0, MPI_INT, 2, 4, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        RIGHT(MPI_Recv(NULL, 0, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(MPI_Recv(NULL, 0, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    return end_with_window();
}
