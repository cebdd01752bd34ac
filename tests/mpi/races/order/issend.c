// A synchronous send with a request orders when that is complete.
// synchronisation: requests of messages
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Wait comes before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 0) {
        use(window[0]);  // race: second
        hear(1);
    } else {
        MPI_Request request;
        MPI_Issend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    return end_with_window();
}
