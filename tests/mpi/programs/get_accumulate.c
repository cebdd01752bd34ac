// MPI_Get_accumulate returns what was there before.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {10, 20}, mine[2] = {1, 2}, before[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(mine, 2, MPI_INT, before, 2, MPI_INT, (rank + 1) % size, 0, 2, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(before[0] == 10 && before[1] == 20 && memory[0] == 11 && memory[1] == 22);
    MPI_Win_free(&win);
}
