// Threads of a parallel loop read what a get brings.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the get is complete before the loop.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[8] = {0}, twice[8];
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 8, MPI_INT, 1, 0, 8, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 8; ++i) {
            twice[i] = 2 * data[i];  // race: second
        }
        keep(twice);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
