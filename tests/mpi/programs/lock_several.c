// Shared locks of all ranks held at once, taken one by one, released in another order.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    for (int target = 0; target < size; ++target) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    for (int target = 0; target < size; ++target) {
        const int value = 10 * rank + target;
        MPI_Put(&value, 1, MPI_INT, target, rank, 1, MPI_INT, win);
        MPI_Win_flush_local(target, win);
    }
    for (int target = size - 1; target >= 0; --target) MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == 10 * i + rank);
    MPI_Win_free(&win);
}
