// MPI_ERR_RMA_RANGE: what reaches beyond the target's part, by displacement, count or type.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0}, mine[4] = {1, 2, 3, 4}, old;
    const int right = (rank + 1) % size;
    MPI_Datatype spread;
    MPI_Type_vector(2, 1, 4, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Put(mine, 1, MPI_INT, right, 4, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Get(mine, 2, MPI_INT, right, 3, 2, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Put(mine, 2, MPI_INT, right, 0, 1, spread, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Accumulate(mine, 1, MPI_INT, right, 1L << 62, 1, MPI_INT, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Fetch_and_op(mine, &old, MPI_INT, right, 4, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Compare_and_swap(mine, mine, &old, MPI_INT, right, 4, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Put(mine, 1, MPI_INT, right, 3, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Put(mine, 0, MPI_INT, right, 4, 0, MPI_INT, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 0 && memory[3] == 1);
    MPI_Type_free(&spread);
    MPI_Win_free(&win);
}
