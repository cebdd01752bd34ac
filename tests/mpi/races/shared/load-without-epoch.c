// A message tells that the put is complete; a load outside all epochs may come before it all the same.
// synchronisation: exclusive lock and message
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// scenario: shared_memory/load-without-epoch
// mended: MPI_Win_sync in an epoch comes before the load.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int* mine;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(1, win);
        tell(1);
    } else {
        hear(0);
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); MPI_Win_sync(win);)
        use(mine[0]);  // race: second
        RIGHT(MPI_Win_unlock(1, win);)
    }
    MPI_Win_free(&win);
    return end();
}
