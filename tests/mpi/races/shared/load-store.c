// A rank loads what another one stores at the same time.
// synchronisation: fence
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: in another epoch.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_fence(0, win);
    if (rank == 0) first[1] = 7;  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 1) use(first[1]);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
