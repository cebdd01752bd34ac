// Windows of sizes of their own, also of none.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0};
    MPI_Win win = window_over(rank == 0 ? NULL : memory, (size_t)rank * sizeof(int), sizeof(int));
    int from = 50 + rank;
    MPI_Win_fence(0, win);
    for (int target = 1; target < size; ++target) {
        if (target - 1 == rank) MPI_Put(&from, 1, MPI_INT, target, target - 1, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < rank; ++i) EXPECT(memory[i] == (i == rank - 1 ? 50 + rank - 1 : 0));
    MPI_Win_free(&win);
}
