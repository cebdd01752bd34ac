// A critical section lets threads in one after the other, but does not complete what they put.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-1
// mended: each completes its put inside.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
            {
                MPI_Put(&data[omp_get_thread_num()], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: both
                RIGHT(MPI_Win_flush(1, win);)
            }
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
