// A list across ranks, each of which pushes its own element by compare_and_swap; in the end all are in it.
// SMPI's own: its compare_and_swap is not atomic
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {-1, -1};  // the head, at rank 0; the next element of this rank's
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    int head = -1, found = -2;
    while (found != head) {
        if (found != -2) head = found;
        MPI_Accumulate(&head, 1, MPI_INT, rank, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(rank, win);
        MPI_Compare_and_swap(&rank, &head, &found, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int count = 0;
    for (int at = memory[0], i = 0; rank == 0 && at != -1; ++i) {
        MPI_Get(&found, 1, MPI_INT, at, 1, 1, MPI_INT, win);
        MPI_Win_flush(at, win);
        at = found;
        EXPECT(++count <= size);
    }
    if (rank == 0) EXPECT(count == size);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
