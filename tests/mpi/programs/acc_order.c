// Accumulates of one origin to the same place happen in the order of the calls.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 1; i <= 20; ++i) {
        MPI_Accumulate(&i, 1, MPI_INT, right, rank, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush_local(right, win);
    }
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(memory[(rank + size - 1) % size] == 20);
    MPI_Win_free(&win);
}
