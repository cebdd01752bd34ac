// Memory of MPI_Alloc_mem as a window and as a buffer.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int *memory, *mine;
    MPI_Alloc_mem(4 * sizeof(int), MPI_INFO_NULL, &memory);
    MPI_Alloc_mem(sizeof(int), MPI_INFO_NULL, &mine);
    memset(memory, 0, 4 * sizeof(int));
    *mine = rank + 1;
    MPI_Win win = window_over(memory, 4 * sizeof(int), sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) MPI_Put(mine, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == i + 1);
    MPI_Win_free(&win);
    MPI_Free_mem(memory);
    MPI_Free_mem(mine);
}
