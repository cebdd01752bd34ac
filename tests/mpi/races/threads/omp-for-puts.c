// Iterations of a parallel loop put to one place.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-1
// mended: each to its own.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 4; ++i) {
            MPI_Put(&data[i], 1, MPI_INT, 1, WRONG(i / 4) RIGHT(i), 1, MPI_INT, win);  // race: both
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
