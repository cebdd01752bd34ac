// A get beside accumulates is not atomic.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/sum-get
// mended: MPI_Get_accumulate with MPI_NO_OP is.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int two = 2, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 2) {
        WRONG(MPI_Get(&found, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)  // race: second
        RIGHT(MPI_Get_accumulate(NULL, 0, MPI_INT, &found, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);)
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
