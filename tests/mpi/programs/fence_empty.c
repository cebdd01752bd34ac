// Fences without operations synchronise nothing but return.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    for (int i = 0; i < 20; ++i) MPI_Win_fence(i % 2 ? MPI_MODE_NOSTORE | MPI_MODE_NOPUT : 0, win);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL && rank < size);
}
