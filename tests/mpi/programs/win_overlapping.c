// Two windows over the same memory, used one after the other.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {0, 0};
    const int one = rank + 1, right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win whole = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win part = window_over(memory + 1, sizeof(int), sizeof(int));
    MPI_Win_fence(0, whole);
    MPI_Put(&one, 1, MPI_INT, right, 1, 1, MPI_INT, whole);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, whole);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, part);
    MPI_Accumulate(&one, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, part);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, part);
    EXPECT(memory[1] == 2 * (left + 1) && memory[0] == 0);
    MPI_Win_free(&part);
    MPI_Win_free(&whole);
}
