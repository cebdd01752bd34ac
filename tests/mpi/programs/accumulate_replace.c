// MPI_REPLACE is an accumulate, and ordered with others from the same rank.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    int memory[4] = {0, 0, 0, 0}, first = 5, then = 2;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(&first, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(&then, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        for (int i = 0; i < 4; ++i) EXPECT(memory[i] == 7);
    }
    MPI_Win_free(&win);
}
