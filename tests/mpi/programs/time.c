// Virtual time passes in one-sided calls.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    const double began = MPI_Wtime();
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    const double took = MPI_Wtime() - began;
    EXPECT(took > 1e-6 && took < 1e-3);
    MPI_Win_free(&win);
}
