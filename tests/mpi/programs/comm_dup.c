// A window of a copy of MPI_COMM_WORLD, and one of MPI_COMM_SELF.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    MPI_Comm copy;
    MPI_Win win, own;
    int memory = -1, alone = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, copy, &win);
    MPI_Win_create(&alone, sizeof(alone), 1, MPI_INFO_NULL, MPI_COMM_SELF, &own);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, own);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, own);
    MPI_Win_fence(0, own);
    MPI_Win_fence(0, win);
    EXPECT(memory == (rank + size - 1) % size && alone == rank);
    MPI_Win_free(&own);
    MPI_Win_free(&win);
    MPI_Comm_free(&copy);
}
