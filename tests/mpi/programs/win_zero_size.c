// Ranks without memory: base NULL and size 0; they are origins only.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1;
    MPI_Win win = window_over(rank == 0 ? &memory : NULL, rank == 0 ? sizeof(memory) : 0, sizeof(int));
    const int one = 1;
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) EXPECT(memory == size - 1);
    MPI_Win_free(&win);
}
