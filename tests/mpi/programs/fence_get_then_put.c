// What was put in one epoch is got in the next one, and the other way round.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = rank, got = -1;
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(got == right);
    got += 100;
    MPI_Put(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == rank + 100);
    MPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT, win);
    EXPECT(got == right + 100);
    MPI_Win_free(&win);
}
