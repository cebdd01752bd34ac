// MPI_ERR_TYPE: no datatype, or not as many bytes at both ends.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {0, 0}, mine[2] = {1, 2};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Put(mine, 1, MPI_INT, right, 0, 1, MPI_DATATYPE_NULL, win));
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Put(mine, 1, MPI_INT, right, 0, 2, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Get(mine, 1, MPI_SHORT, right, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Get(mine, 2, MPI_INT, right, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Put(mine, 8, MPI_BYTE, right, 0, 2, MPI_INT, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 1 && memory[1] == 2);
    MPI_Win_free(&win);
}
