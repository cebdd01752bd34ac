// A rank waits until it sees a flag that another one stores: MPI_Win_sync lets time pass.
// options: --set platform.ranks_per_node=4
// SMPI's own: its shared_query always has the first part
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    volatile int *mine, *previous;
    MPI_Win win;
    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, (rank + size - 1) % size, &bytes, &unit, &previous);
    MPI_Win_lock_all(0, win);
    mine[0] = mine[1] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank > 0) {
        while (previous[0] == 0) MPI_Win_sync(win);
        MPI_Win_sync(win);
        mine[1] = previous[1] + rank;
    }
    MPI_Win_sync(win);
    mine[0] = 1;
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(mine[1] == rank * (rank + 1) / 2);
    MPI_Win_free(&win);
}
