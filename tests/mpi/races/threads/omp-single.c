// One thread gets for all: the barrier behind it does not complete that.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: MPI_Win_flush before the barrier.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            {
                MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush(1, win);)
            }
            use(data[1]);  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
