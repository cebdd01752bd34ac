// A message is sent from a window to which another rank puts.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-2
// mended: it is sent from another part.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2];
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 0) MPI_Send(window + WRONG(0) RIGHT(2), 2, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
    if (rank == 1) MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return end_with_window();
}
