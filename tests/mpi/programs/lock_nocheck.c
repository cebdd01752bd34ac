// MPI_MODE_NOCHECK where no lock conflicts.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, MPI_MODE_NOCHECK, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_free(&win);
    EXPECT(memory == (rank + size - 1) % size);
}
