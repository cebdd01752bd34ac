// Somebody puts to the part of a window that MPI_Irecv receives into.
// synchronisation: request of a message
// ranks: 3
// right under: unified
// rule: MM-PAIR-2
// mended: to another part. (Separate model: no update of the window at all; this program is right in the unified one.)
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Request request;
    int data[2] = {1, 2};
    if (rank == 0) MPI_Irecv(window, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, WRONG(1) RIGHT(2), 2, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    return end_with_window();
}
