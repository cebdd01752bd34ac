// Flushes of targets to which nothing was sent.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int target = 0; target < size; ++target) {
        MPI_Win_flush(target, win);
        MPI_Win_flush_local(target, win);
    }
    MPI_Win_flush_all(win);
    MPI_Win_flush_local_all(win);
    MPI_Win_flush(MPI_PROC_NULL, win);
    MPI_Win_unlock_all(win);
    EXPECT(memory == 1 && rank < size);
    MPI_Win_free(&win);
}
