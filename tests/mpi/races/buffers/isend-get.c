// A get writes to what MPI_Isend is still sending.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before the get.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, other[2];
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else if (rank == 1) {
        MPI_Recv(other, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
