// A flush of one thread completes what others have called before it, and nothing that they call behind it.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: a barrier orders the put before the flush of the other.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            const int thread = omp_get_thread_num();
            WRONG(if (thread == 1) MPI_Win_flush(1, win);)
#pragma omp barrier
            if (thread == 0) MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
#pragma omp barrier
            if (thread == 1) {
                RIGHT(MPI_Win_flush(1, win);)
                data[0] = 7;  // race: second
            }
        }
    }
    MPI_Win_unlock_all(win);
    keep(data);
    return end_with_window();
}
