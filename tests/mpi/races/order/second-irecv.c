// Of two receives the first is waited for; the second has the message that tells of a put.
// synchronisation: requests
// ranks: 3
// rule: MM-PAIR-1
// mended: the second is waited for.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        tell(2);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        tell(2);
    }
    if (rank == 2) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; ++i) MPI_Irecv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
        MPI_Wait(&requests[WRONG(0) RIGHT(1)], MPI_STATUS_IGNORE);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
