// The unit of the target counts, not that of the origin.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    char memory[32];
    memset(memory, 0, sizeof(memory));
    const int right = (rank + 1) % size;
    const char letter = (char)('a' + rank);
    MPI_Win win = window_over(memory, sizeof(memory), rank + 1);
    MPI_Win_fence(0, win);
    MPI_Put(&letter, 1, MPI_CHAR, right, 5, 1, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[5 * (rank + 1)] == 'a' + (rank + size - 1) % size);
    MPI_Win_free(&win);
}
