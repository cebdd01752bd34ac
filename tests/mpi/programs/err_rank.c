// MPI_ERR_RANK: a target that is no rank of the window's group, in every operation and synchronisation that has one.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {0, 0}, mine = 1, old = 0;
    MPI_Request request;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Put(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Get(&mine, 1, MPI_INT, -5, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Accumulate(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Fetch_and_op(&mine, &old, MPI_INT, size, 0, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Compare_and_swap(&mine, &mine, &old, MPI_INT, size, 0, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Rput(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, win, &request));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_flush(size, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_flush_local(-3, win));
    MPI_Win_unlock_all(win);
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, size + 1, 0, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_unlock(size, win));
    EXPECT(memory[0] == 0 && memory[1] == 0 && rank < size);
    MPI_Win_free(&win);
}
