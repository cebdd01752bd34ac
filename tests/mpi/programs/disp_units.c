// Each rank has a displacement unit of its own; that of the target counts.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    char memory[64] = {0};
    MPI_Win win = window_over(memory, sizeof(memory), rank + 1);
    const int right = (rank + 1) % size;
    char from = (char)(rank + 1);
    MPI_Win_fence(0, win);
    MPI_Put(&from, 1, MPI_BYTE, right, 5, 1, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 64; ++i) EXPECT(memory[i] == (i == 5 * (rank + 1) ? left + 1 : 0));
    MPI_Win_free(&win);
}
