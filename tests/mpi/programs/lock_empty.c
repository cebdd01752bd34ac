// Epochs without operations.
// SMPI's own: it ends
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 5;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 0; i < 10; ++i) {
        MPI_Win_lock(i % 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, (rank + i) % size, 0, win);
        MPI_Win_unlock((rank + i) % size, win);
        MPI_Win_lock_all(0, win);
        if (i % 3 == 0) MPI_Win_flush_all(win);
        MPI_Win_unlock_all(win);
    }
    EXPECT(memory == 5);
    MPI_Win_free(&win);
}
