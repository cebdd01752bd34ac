// A put is not over before the fence that closes its epoch.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: a barrier is no fence.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    WRONG(MPI_Barrier(MPI_COMM_WORLD);)
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) use(window[0]);  // race: second
    WRONG(MPI_Win_fence(0, win);)
    return end_with_window();
}
