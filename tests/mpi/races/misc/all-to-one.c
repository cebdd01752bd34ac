// Only one of the pairs of four ranks is wrong.
// synchronisation: lock_all
// ranks: 4
// rule: MM-PAIR-1
// mended: the last rank puts behind the others.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, WRONG(rank == 3 ? 1 : rank) RIGHT(rank), 1, MPI_INT, win);  // race: both
    MPI_Win_unlock_all(win);
    return end_with_window();
}
