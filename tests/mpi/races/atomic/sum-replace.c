// A counter is reset by MPI_REPLACE while another rank adds.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: it is reset in an epoch of its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int zero = 0, one = 1;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 2) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
