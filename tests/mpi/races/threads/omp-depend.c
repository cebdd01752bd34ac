// A task puts what the task before has stored; the one behind stores again.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the put is locally complete before its task ends.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#pragma omp task shared(data) depend(out : data)
            data[0] = 1;
#pragma omp task shared(data) depend(inout : data)
            {
                MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush_local(1, win);)
            }
#pragma omp task shared(data) depend(inout : data)
            data[0] = 2;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    keep(data);
    return end_with_window();
}
