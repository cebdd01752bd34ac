// What the owner has stored is read by a get; a barrier does not bring it into the public copy.
// synchronisation: lock_all
// ranks: 2
// wrong under: separate
// rule: MM-COPY-1
// scenario: lock/stale-public-copy
// mended: MPI_Win_sync does.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) window[0] = 7;  // race: first
    RIGHT(MPI_Win_sync(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
