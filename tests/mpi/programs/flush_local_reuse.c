// After flush_local the origin's buffer may be written again: what was put is what it held.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[50], value;
    memset(memory, 0, sizeof(memory));
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 50; ++i) {
        value = 3 * i + 1;
        MPI_Put(&value, 1, MPI_INT, right, i, 1, MPI_INT, win);
        MPI_Win_flush_local(right, win);
        value = -1;
    }
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 50; ++i) EXPECT(memory[i] == 3 * i + 1);
    MPI_Win_free(&win);
}
