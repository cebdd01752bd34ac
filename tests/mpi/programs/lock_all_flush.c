// The four flushes under MPI_Win_lock_all.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0}, from = 1, got = -1;
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Put(&from, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(right, win);
    from = 2;
    MPI_Put(&from, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    from = 3;
    MPI_Put(&from, 1, MPI_INT, right, 2, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Get(&got, 1, MPI_INT, right, 2, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    EXPECT(got == 3);
    from = 4;
    MPI_Put(&from, 1, MPI_INT, right, 3, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    for (int i = 0; i < 4; ++i) EXPECT(memory[i] == i + 1);
}
