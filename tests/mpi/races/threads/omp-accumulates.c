// Accumulates of two threads with two operations: their calls are not ordered, so neither are they.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-ACC-1
// mended: a barrier orders the calls (MPI 3.1, 11.7.2).
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int two = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            const int thread = omp_get_thread_num();
            if (thread == 0) MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
            RIGHT(_Pragma("omp barrier"))
            if (thread == 1) MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
