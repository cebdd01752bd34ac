// MPI_Compare_and_swap beside an accumulate with another operation.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/swap-sum
// mended: two of MPI_Compare_and_swap.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, zero = 0, found;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Compare_and_swap(&one, &zero, &found, MPI_INT, 0, 0, win);  // race: first
    if (rank == 2) {
        WRONG(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)  // race: second
        RIGHT(MPI_Compare_and_swap(&one, &zero, &found, MPI_INT, 0, 0, win);)
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
