// MPI_Waitall of accumulates is local completion: the owner must not read yet.
// synchronisation: request
// ranks: 2
// rule: MM-PAIR-2
// mended: flush before the message, and MPI_Win_sync for the separate model.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int terms[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; ++i) {
            MPI_Raccumulate(&terms[i], 1, MPI_INT, 0, i, 1, MPI_INT, MPI_SUM, win, &requests[i]);  // race: first
        }
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        RIGHT(MPI_Win_sync(win);)
        use(window[1]);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
