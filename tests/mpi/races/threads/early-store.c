// One thread stores to what another one puts from. In this run each store comes before its put, but nothing makes it.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the threads meet in between.
#include "tests/mpi/races/race.h"

#include <omp.h>
#include <unistd.h>

static int data[2];

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < 2 && rank == 0; ++round) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 1) data[0] = round;  // race: first
            WRONG(if (omp_get_thread_num() == 0) usleep(1000);)
            RIGHT(_Pragma("omp barrier"))
            if (omp_get_thread_num() == 0) {
                MPI_Put(data, 2, MPI_INT, 1, 2 * round, 2, MPI_INT, win);  // race: second
                MPI_Win_flush(1, win);
            }
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
