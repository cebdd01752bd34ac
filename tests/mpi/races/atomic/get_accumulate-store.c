// The owner takes the sum away while others still fetch and add.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner locks.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, old;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        window[0] = 0;  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    return end_with_window();
}
