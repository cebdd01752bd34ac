// An operation without elements accesses nothing.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: rank 2 puts none.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int count = rank == 2 ? WRONG(1) RIGHT(0) : 1;
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(&rank, count, MPI_INT, 0, 4, count, MPI_INT, win);  // race: both
    MPI_Win_fence(0, win);
    return end_with_window();
}
