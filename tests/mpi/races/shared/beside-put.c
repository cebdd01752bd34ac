// The owner stores beside a put: shared memory has one copy in any model. To the same cell it may not.
// synchronisation: fence
// ranks: 3
// options: --set platform.ranks_per_node=3
// rule: MM-PAIR-2
// right scenario: windows/shared
// mended: another cell; a third rank reads both behind the fence.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *of_1, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 1, &bytes, &unit, &of_1);
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    if (rank == 1) mine[WRONG(0) RIGHT(1)] = 6;                        // race: second
    MPI_Win_fence(0, win);
    if (rank == 2) use(of_1[0] + of_1[1]);
    MPI_Win_free(&win);
    return end();
}
