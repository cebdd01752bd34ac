// All ranks add to the same elements in one epoch: nothing is lost.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    long memory[64];
    long mine[64];
    for (int i = 0; i < 64; ++i) memory[i] = 0, mine[i] = i + rank;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(long));
    MPI_Win_fence(0, win);
    for (int target = 0; target < size; ++target) {
        for (int k = 0; k < 3; ++k) MPI_Accumulate(mine, 64, MPI_LONG, target, 0, 64, MPI_LONG, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < 64; ++i) EXPECT(memory[i] == 3 * (size * i + size * (size - 1) / 2));
    MPI_Win_free(&win);
}
