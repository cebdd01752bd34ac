// The order of accumulates of one rank needs elements of one type.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ACC-1
// mended: both are of ints; their operations differ.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int values[2] = {1, 2};
    long wide = 3;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(values, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);          // race: first
        WRONG(MPI_Accumulate(&wide, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win);)  // race: second
        RIGHT(MPI_Accumulate(values, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_MAX, win);)
    }
    MPI_Win_unlock_all(win);
    use((int)wide);
    return end_with_window();
}
