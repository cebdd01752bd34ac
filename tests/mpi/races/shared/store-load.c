// A rank loads what another one has stored in shared memory.
// synchronisation: barrier and MPI_Win_sync
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// mended: MPI_Win_sync before the barrier and behind it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) first[2] = 7;  // race: first
    RIGHT(MPI_Win_sync(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 1) use(first[2]);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
