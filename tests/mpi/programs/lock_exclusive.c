// Reading and writing under exclusive locks loses no increment.
// SMPI's own: increments are lost
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 0; i < 5; ++i) {
        int value = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        ++value;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory == 5 * size);
    MPI_Win_free(&win);
}
