// A rank locks its own part, exclusive and shared, and loads what it has put.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 1; i <= 4; ++i) {
        int got = -1;
        MPI_Win_lock(i % 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, rank, 0, win);
        MPI_Put(&i, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
        MPI_Win_flush(rank, win);
        MPI_Get(&got, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
        MPI_Win_unlock(rank, win);
        EXPECT(memory == i && got == i);
    }
    EXPECT(rank < size);
    MPI_Win_free(&win);
}
