// A part of no bytes of MPI_Win_allocate.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int* base;
    const int one = 1;
    MPI_Win win;
    MPI_Win_allocate(rank == 1 ? 4 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (rank == 1) *base = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) EXPECT(*base == size);
    MPI_Win_free(&win);
}
