// Each rank stores into the next one's part by its pointer, between fences.
// options: --set platform.ranks_per_node=4
// also: shm
// SMPI's own: its shared_query always has the first part
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    long *mine, *next;
    MPI_Win win;
    MPI_Win_allocate_shared(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &next);
    EXPECT(bytes == 2 * sizeof(long) && unit == sizeof(long));
    MPI_Win_fence(0, win);
    mine[0] = 0;
    next[1] = 100 + rank;
    MPI_Win_fence(0, win);
    EXPECT(mine[0] == 0 && mine[1] == 100 + (rank + size - 1) % size);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL);
}
