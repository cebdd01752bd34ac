// Shared locks let several ranks in; they order nothing.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock/shared-puts
// mended: exclusive locks.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank > 0) {
        MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: both
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
