// The origin of a put may be written after the call that completes it, and not before.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[8] = {0}, value = 0;
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 8; ++i) {
        value = i + 1;
        MPI_Put(&value, 1, MPI_INT, right, i, 1, MPI_INT, win);
        MPI_Win_flush_local(right, win);
    }
    value = -1;
    MPI_Win_unlock(right, win);
    MPI_Win_free(&win);
    for (int i = 0; i < 8; ++i) EXPECT(memory[i] == i + 1);
}
