// A barrier of the threads orders what they have called, and completes no put.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// right scenario: threads/barrier
// mended: local completion before it.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush_local(1, win);)
            }
#pragma omp barrier
            if (omp_get_thread_num() == 1) data[1] = 5;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
