// Gets from the left neighbour, between fences.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4], got[4] = {-1, -1, -1, -1};
    for (int i = 0; i < 4; ++i) memory[i] = 100 * rank + i;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    const int left = (rank + size - 1) % size;
    MPI_Get(got, 4, MPI_INT, left, 0, 4, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i < 4; ++i) EXPECT(got[i] == 100 * left + i);
    MPI_Win_free(&win);
}
