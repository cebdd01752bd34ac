// Accumulates of one rank to one place are carried out in their order, whatever their operations (MPI 3.1, 11.7.2).
// Puts are not.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-1
// mended: MPI_REPLACE stands in place of the put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, ten = 10;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        WRONG(MPI_Put(&ten, 1, MPI_INT, 1, 0, 1, MPI_INT, win);)  // race: first
        RIGHT(MPI_Accumulate(&ten, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);)
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
