// Memory is attached to a dynamic window; displacements are addresses.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int first[4] = {0, 0, 0, 0}, second[2] = {0, 0}, got = -1;
    MPI_Aint address[2], all[8];
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, first, sizeof(first));
    MPI_Win_attach(win, second, sizeof(second));
    MPI_Get_address(&first[2], &address[0]);
    MPI_Get_address(&second[1], &address[1]);
    MPI_Allgather(address, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, right, all[2 * right], 1, MPI_INT, win);
    MPI_Accumulate(&rank, 1, MPI_INT, right, all[2 * right + 1], 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(first[2] == left && second[1] == left && first[1] == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(&got, 1, MPI_INT, right, all[2 * right], 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    EXPECT(got == rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, second);
    MPI_Win_detach(win, first);
    MPI_Win_free(&win);
}
