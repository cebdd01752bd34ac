// MPI_NO_OP reads atomically; nothing is sent.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {10 + rank, 20 + rank}, before[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    const int right = (rank + 1) % size;
    MPI_Get_accumulate(NULL, 0, MPI_INT, before, 2, MPI_INT, right, 0, 2, MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    EXPECT(before[0] == 10 + right && before[1] == 20 + right && memory[0] == 10 + rank);
    MPI_Win_free(&win);
}
