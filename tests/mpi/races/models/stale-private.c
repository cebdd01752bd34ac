// What was put is read by the owner; flush and barrier do not bring it into the private copy.
// synchronisation: lock_all
// ranks: 2
// wrong under: separate
// rule: MM-COPY-2
// scenario: lock/stale-private-copy
// mended: MPI_Win_sync does.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) use(window[0]);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
