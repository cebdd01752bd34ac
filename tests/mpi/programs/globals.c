// Each rank has its own global variables, also as windows.
#include "tests/mpi/programs/check.h"

static int memory = 0;
int exported = 0;

void test(int rank, int size) {
    memory = rank;
    exported = 10 * rank;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&exported, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == rank + 10 * ((rank + size - 1) % size) && exported == 10 * rank);
    MPI_Win_free(&win);
}
