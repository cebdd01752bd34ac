// Assertions of fences.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    EXPECT(memory == (rank + size - 1) % size);
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}
