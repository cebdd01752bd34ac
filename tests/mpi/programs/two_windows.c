// Epochs of two windows at once.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int one = 0, two = 0;
    const int right = (rank + 1) % size, a = rank, b = 10 * rank;
    MPI_Win first = window_over(&one, sizeof(one), 1), second = window_over(&two, sizeof(two), 1);
    MPI_Win_fence(0, first);
    MPI_Put(&a, 1, MPI_INT, right, 0, 1, MPI_INT, first);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, second);
    MPI_Put(&b, 1, MPI_INT, right, 0, 1, MPI_INT, second);
    MPI_Win_unlock(right, second);
    MPI_Win_fence(0, first);
    const int left = (rank + size - 1) % size;
    EXPECT(one == left && two == 10 * left);
    MPI_Win_free(&second);
    MPI_Win_free(&first);
}
