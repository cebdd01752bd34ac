// A store beside an accumulate to other bytes.
// synchronisation: lock_all
// ranks: 2
// wrong under: separate
// rule: MM-PAIR-3
// mended: the owner puts to itself.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    WRONG(if (rank == 0) window[8] = 1;)                                               // race: second
    RIGHT(if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 0, 8, 1, MPI_INT, win);)
    MPI_Win_unlock_all(win);
    return end_with_window();
}
