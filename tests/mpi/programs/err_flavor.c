// MPI_ERR_RMA_FLAVOR: attach, detach and shared_query ask for windows of their own.
// SMPI's own: it does not look
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2], unit;
    int* base;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, 8));
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_shared_query(win, rank, &bytes, &unit, &base));
    EXPECT(size > 0);
    MPI_Win_free(&win);
}
