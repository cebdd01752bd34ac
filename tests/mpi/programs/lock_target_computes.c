// The target makes no call of MPI while others wait for its lock: they are served when it calls again.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    const int one = 1;
    volatile double sum = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    if (rank == 0) {
        for (int i = 1; i < 100000; ++i) sum += 1.0 / i;
        EXPECT(sum > 12 && sum < 13);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory == size - 1);
    MPI_Win_free(&win);
}
