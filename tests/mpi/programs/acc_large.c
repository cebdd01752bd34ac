// A long accumulate, whose pieces families may send one by one.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { count = 40000 };
    int* memory = calloc(count, sizeof(int));
    int* mine = malloc(count * sizeof(int));
    for (int i = 0; i < count; ++i) mine[i] = i + rank;
    MPI_Win win = window_over(memory, count * sizeof(int), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, count, MPI_INT, 0, 0, count, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int i = 0; rank == 0 && i < count; i += 777) EXPECT(memory[i] == size * i + size * (size - 1) / 2);
    MPI_Win_free(&win);
    free(memory);
    free(mine);
}
