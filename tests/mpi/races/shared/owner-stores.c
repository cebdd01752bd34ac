// The owner's store may wait in a buffer when another rank, which was told, gets its window.
// synchronisation: exclusive lock and message
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// scenario: shared_memory/store-without-epoch
// mended: MPI_Win_sync in an epoch comes behind the store.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int* mine;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    if (rank == 0) {
        int found;
        hear(1);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(&found, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);)
        mine[0] = 7;  // race: first
        RIGHT(MPI_Win_sync(win); MPI_Win_unlock(1, win);)
        tell(0);
    }
    MPI_Win_free(&win);
    return end();
}
