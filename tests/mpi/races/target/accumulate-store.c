// The owner stores where others add.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: it adds as well, by an accumulate to itself.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 0) {
        WRONG(window[0] += 1;) RIGHT(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
