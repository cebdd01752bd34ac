// The owner is told by a message that another rank has put, and unlocked.
// synchronisation: exclusive lock
// ranks: 2
// wrong under: separate
// rule: MM-COPY-2
// scenario: advice/unlock-then-load
// mended: the owner locks its own window before it reads.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(0);
    } else {
        hear(1);
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        use(window[0]);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    return end_with_window();
}
