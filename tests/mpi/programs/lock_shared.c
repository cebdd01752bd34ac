// Shared locks of several targets at once.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {-1, -1, -1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int target = 0; target < size; ++target) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    for (int target = 0; target < size; ++target) MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    for (int target = 0; target < size; ++target) MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == i);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}
