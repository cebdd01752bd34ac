// An ordered loop orders its puts, but completes none.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-1
// mended: each is complete before the next.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel for ordered num_threads(2)
        for (int i = 0; i < 4; ++i) {
#pragma omp ordered
            {
                MPI_Put(&data[i], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: both
                RIGHT(MPI_Win_flush(1, win);)
            }
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
