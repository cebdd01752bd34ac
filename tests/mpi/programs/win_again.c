// Windows are made and freed three hundred times; each begins without an epoch.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    const int one = 1;
    for (int i = 1; i <= 300; ++i) {
        MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
        MPI_Win_fence(0, win);
        MPI_Accumulate(&one, 1, MPI_INT, (rank + i) % size, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        EXPECT(memory == i);
    }
}
