// MPI_ERR_ASSERT: assertions that the call does not have, and bits that are none.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    MPI_Group group;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_group(win, &group);
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_fence(MPI_MODE_NOCHECK, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_fence(1 << 20, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_start(group, MPI_MODE_NOPUT, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_post(group, MPI_MODE_NOPRECEDE, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, MPI_MODE_NOSTORE, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_lock_all(MPI_MODE_NOSUCCEED, win));
    EXPECT(size > 0);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}
