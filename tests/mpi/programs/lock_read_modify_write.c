// get, add and put under an exclusive lock lose nothing.
// SMPI's own: its exclusive lock lets others in after a flush
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    long counter = 0;
    MPI_Win win = window_over(&counter, sizeof(counter), sizeof(long));
    for (int i = 0; i < 10; ++i) {
        long seen;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(&seen, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_flush(1, win);
        seen += 1 + rank;
        MPI_Put(&seen, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) EXPECT(counter == 10L * size * (size + 1) / 2);
    MPI_Win_free(&win);
}
