// MPI_ERR_WIN: every function refuses MPI_WIN_NULL, and a window that has been freed.
// SMPI's own: it ends for some
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0, mine = 1, flag;
    MPI_Group group;
    MPI_Win none = MPI_WIN_NULL, win = window_over(&memory, sizeof(memory), sizeof(int)), gone = win;
    MPI_Win_free(&win);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Get(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, gone));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Fetch_and_op(&mine, &mine, MPI_INT, 0, 0, MPI_SUM, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_fence(0, gone));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_unlock(0, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_lock_all(0, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_flush_all(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_sync(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_complete(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_wait(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_test(none, &flag));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_get_group(none, &group));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_attach(none, &memory, 4));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_free(&none));
    EXPECT(rank < size && memory == 0);
}
