// Memory by MPI_Win_allocate.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int* memory = NULL;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    EXPECT(memory != NULL);
    for (int i = 0; i < 4; ++i) memory[i] = 0;
    MPI_Win_fence(0, win);
    for (int target = 0; target < size; ++target) MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == i);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL);
}
