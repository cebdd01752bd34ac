// MPI_MAXLOC on a pair beside an accumulate of its index alone.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: of the pair behind it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int pair[2] = {5, rank};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(pair, 1, MPI_2INT, 0, 0, 1, MPI_2INT, MPI_MAXLOC, win);  // race: first
    if (rank == 2)
        MPI_Accumulate(pair, 1, MPI_INT, 0, WRONG(1) RIGHT(2), 1, MPI_INT, MPI_REPLACE, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
