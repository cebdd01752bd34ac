// Messages of two ranks are on their way; MPI_Waitany tells of one.
// synchronisation: requests of messages
// ranks: 4
// rule: MM-PAIR-1
// mended: MPI_Waitall of both.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int word = 0;
    if (rank == 1 || rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(3);
    }
    if (rank == 3) {
        MPI_Request requests[2];
        int at = 0;
        for (int i = 0; i < 2; ++i) MPI_Irecv(NULL, 0, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
        WRONG(MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);)
        RIGHT(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&word, 1, MPI_INT, 0, 2 - at, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    return end_with_window();
}
