// A get by another window, into what the neighbour shares; the neighbour loads that meanwhile.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-BUF-1
// mended: flush, and a barrier between two calls of MPI_Win_sync.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int *mine, *of_1, unit;
    MPI_Aint bytes;
    MPI_Win shared;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
    MPI_Win_shared_query(shared, 1, &bytes, &unit, &of_1);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, shared);
    if (rank == 0) MPI_Get(of_1, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_all(win); MPI_Win_sync(shared); MPI_Barrier(MPI_COMM_WORLD); MPI_Win_sync(shared);)
    if (rank == 1) use(of_1[1]);  // race: second
    MPI_Win_unlock_all(shared);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&shared);
    return end_with_window();
}
