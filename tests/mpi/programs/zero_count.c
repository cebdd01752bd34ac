// Operations of no elements.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 3;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(NULL, 0, MPI_INT, (rank + 1) % size, 0, 0, MPI_INT, win);
    MPI_Get(NULL, 0, MPI_INT, (rank + 1) % size, 0, 0, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == 3);
    MPI_Win_free(&win);
}
