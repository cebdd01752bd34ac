// A barrier with a request is over when the request is.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: tested until it is.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Request request;
    int done = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    RIGHT(while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);
    return end_with_window();
}
