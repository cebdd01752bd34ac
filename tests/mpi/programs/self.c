// Operations whose target is their origin.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    int memory[2] = {0, 5}, from = 7 + rank, got = -1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(&from, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 7 + rank && got == 5);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Accumulate(&from, 1, MPI_INT, rank, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(rank, win);
    EXPECT(memory[1] == 12 + rank);
    MPI_Win_free(&win);
}
