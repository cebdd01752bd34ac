// Fences are memory barriers for shared memory, barriers are not.
// synchronisation: fence
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// mended: a fence lies between.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *other, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 1 - rank, &bytes, &unit, &other);
    MPI_Win_fence(0, win);
    mine[0] = rank;  // race: first
    WRONG(MPI_Barrier(MPI_COMM_WORLD);)
    RIGHT(MPI_Win_fence(0, win);)
    use(other[0]);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
