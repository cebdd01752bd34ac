// MPI_ERR_RMA_ATTACH, MPI_ERR_BASE, MPI_ERR_SIZE: attached twice, detached where nothing begins, of a negative size.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4];
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_attach(win, memory, 8));
    EXPECT_CLASS(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, memory + 1, 8));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_attach(win, memory + 2, 8));
    EXPECT_CLASS(MPI_ERR_BASE, MPI_Win_detach(win, memory + 1));
    EXPECT_CLASS(MPI_ERR_SIZE, MPI_Win_attach(win, memory, -1));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_ERR_BASE, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_detach(win, memory + 2));
    EXPECT(rank < size);
    MPI_Win_free(&win);
}
