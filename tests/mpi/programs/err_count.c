// MPI_ERR_COUNT: negative counts at either end.
// SMPI's own: it does not look at the target's
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {3, 4}, mine[2] = {1, 2};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Put(mine, -1, MPI_INT, right, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Put(mine, 1, MPI_INT, right, 0, -1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Get(mine, -2, MPI_INT, right, 0, -2, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Accumulate(mine, -1, MPI_INT, right, 0, 2, MPI_INT, MPI_MAX, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 3 && memory[1] == 4 && mine[0] == 1 && mine[1] == 2);
    MPI_Win_free(&win);
}
