// GET_ACCUMULATE with MPI_REPLACE swaps; each value is seen once.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1, mine = rank, old = -2, seen[4];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Get_accumulate(&mine, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) mine = memory;
    MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(&old, 1, MPI_INT, seen, 1, MPI_INT, MPI_COMM_WORLD);
    int sum = mine;
    for (int i = 0; i < size; ++i) sum += seen[i];
    EXPECT(sum == size * (size - 1) / 2 - 1);
    MPI_Win_free(&win);
}
