// Ten epochs of lock_all, in each of which only some ranks take part.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int round = 0; round < 10; ++round) {
        if ((rank + round) % 2) continue;
        MPI_Win_lock_all(0, win);
        for (int target = 0; target < size; ++target) {
            MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
        }
        MPI_Win_unlock_all(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(memory == 5 * size);
    MPI_Win_free(&win);
}
