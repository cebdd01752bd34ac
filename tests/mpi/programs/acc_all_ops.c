// Every operator on an int.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[10] = {5, 3, 9, 9, 12, 12, 12, 1, 0, 1};
    const int mine[10] = {2, 2, 4, 20, 6, 3, 5, 0, 7, 1};
    const MPI_Op ops[10] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_BAND,
                            MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
    const int wanted[10] = {7, 6, 4, 20, 4, 15, 9, 0, 1, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = 0; i < 10; ++i) MPI_Accumulate(mine + i, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, ops[i], win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 10; ++i) EXPECT(memory[i] == wanted[i]);
    MPI_Win_free(&win);
}
