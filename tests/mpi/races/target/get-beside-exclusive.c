// An exclusive lock keeps out who locks, not the owner who just reads.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-2
// scenario: lock/owner-without-lock
// mended: the owner locks its own window.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        use(window[2]);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    return end_with_window();
}
