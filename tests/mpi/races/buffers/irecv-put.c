// A put sends what MPI_Irecv has not received yet.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before the put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Irecv(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else if (rank == 1) {
        MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
