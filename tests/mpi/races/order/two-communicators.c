// Messages of two communicators do not stand for each other.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: the one that was sent behind the put is received first.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 2, 0, copy);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(2);
    }
    if (rank == 2) {
        MPI_Request request;
        MPI_Irecv(NULL, 0, MPI_INT, 1, 0, WRONG(MPI_COMM_WORLD) RIGHT(copy), &request);
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, WRONG(copy) RIGHT(MPI_COMM_WORLD), MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&copy);
    return end_with_window();
}
