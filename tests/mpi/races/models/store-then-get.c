// The owner stores, tells, and another rank locks and gets.
// synchronisation: shared lock
// ranks: 2
// wrong under: separate
// rule: MM-COPY-1
// mended: the owner stores inside of a lock of its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    if (rank == 0) {
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        window[0] = 7;  // race: first
        RIGHT(MPI_Win_unlock(0, win);)
        tell(1);
    } else {
        hear(0);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
