// Only one rank communicates in a fence epoch.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    const int values[4] = {10, 11, 12, 13};
    if (rank == 2) {
        for (int target = 0; target < size; ++target) MPI_Put(values + target, 1, MPI_INT, target, 1, 1, MPI_INT, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    EXPECT(memory[0] == -1 && memory[1] == 10 + rank);
    MPI_Win_free(&win);
}
