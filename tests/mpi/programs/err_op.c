// MPI_ERR_OP: operators that MPI does not define for the datatype.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    double memory[2] = {0, 0}, mine[2] = {1, 2};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(double));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, MPI_BAND, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, MPI_LOR, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, MPI_MAXLOC, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 8, MPI_BYTE, right, 0, 8, MPI_BYTE, MPI_SUM, win));
    const MPI_Datatype complex = MPI_C_DOUBLE_COMPLEX;
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, complex, right, 0, 1, complex, MPI_MIN, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_C_BOOL, right, 0, 1, MPI_C_BOOL, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE_INT, right, 0, 1, MPI_DOUBLE_INT, MPI_SUM, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Accumulate(mine, 16, MPI_BYTE, right, 0, 16, MPI_BYTE, MPI_BOR, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 1 && memory[1] == 2);
    MPI_Win_free(&win);
}
