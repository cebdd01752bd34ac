// The same operation on the same bytes, but as elements of another size.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/sum-of-other-datatype
// mended: each has its own place.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1;
    long wide = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&wide, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);               // race: first
    if (rank == 2) MPI_Accumulate(&one, 1, MPI_INT, 0, WRONG(0) RIGHT(2), 1, MPI_INT, MPI_SUM, win);  // race: second
    MPI_Win_unlock_all(win);
    use((int)wide);
    return end_with_window();
}
