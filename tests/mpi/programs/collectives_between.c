// Collectives and messages between the calls of an epoch.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0}, sum = 0;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < size; ++i) {
        const int value = 100 + rank;
        MPI_Put(&value, 1, MPI_INT, i, rank, 1, MPI_INT, win);
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        EXPECT(sum == i * size);
        MPI_Win_flush(i, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == 100 + i);
    MPI_Win_free(&win);
}
