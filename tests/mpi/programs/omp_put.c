// Threads put side by side, one flushes while others put; all data are there.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

void test(int rank, int size) {
    enum { threads = 4, rounds = 5 };
    int memory[threads * rounds];
    for (int i = 0; i < threads * rounds; ++i) memory[i] = -1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    const int next = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(threads)
    {
        const int mine = omp_get_thread_num();
        int values[rounds];
        for (int i = 0; i < rounds; ++i) {
            const int at = mine * rounds + i;
            values[i] = 1000 * rank + at;
            MPI_Put(values + i, 1, MPI_INT, next, at, 1, MPI_INT, win);
            if (mine == 0 || i == rounds - 1) MPI_Win_flush(next, win);
        }
    }
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int i = 0; i < threads * rounds; ++i) EXPECT(memory[i] == 1000 * ((rank + size - 1) % size) + i);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
