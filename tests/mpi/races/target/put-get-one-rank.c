// A rank gets what it has put in the same epoch; a local flush does not help.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-1
// scenario: lock/put-get
// mended: a flush completes the put at the target.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&data[0], 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(1, win);)
        RIGHT(MPI_Win_flush(1, win);) MPI_Get(&data[1], 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    return end_with_window();
}
