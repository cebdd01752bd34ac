// Stores before a fence that opens an epoch, with the assertions that fit, are right; behind it they are not.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the store comes before the fence.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    RIGHT(if (rank == 0) window[0] = 1;)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    WRONG(if (rank == 0) window[0] = 1;)                               // race: first
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 0) use(window[0]);
    return end_with_window();
}
