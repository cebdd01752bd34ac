// After an error that was returned nothing has happened, and the epoch goes on.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0, mine = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < 5; ++i) {
        EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Accumulate(&mine, 1, MPI_INT, 0, 7, 1, MPI_INT, MPI_SUM, win));
        MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    }
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory == 5 * size);
    MPI_Win_free(&win);
}
