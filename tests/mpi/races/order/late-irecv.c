// MPI_Irecv returns before the message has come.
// synchronisation: requests of messages
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Wait comes before the get.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, word = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Send(&word, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Request request;
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    return end_with_window();
}
