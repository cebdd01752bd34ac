// After a fence with NOSUCCEED the window is used by locks, then by fences again.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int round = 1; round <= 3; ++round) {
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) EXPECT(memory == 2 * round * size);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
}
