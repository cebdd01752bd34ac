// A put to a rank of shared memory, and a load of its neighbour.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: flush, barrier, MPI_Win_sync.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *first, unit, data = 3;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(0, win); MPI_Barrier(MPI_COMM_WORLD); MPI_Win_sync(win);)
    if (rank == 1) use(first[1]);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
