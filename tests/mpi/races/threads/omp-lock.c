// A lock of OpenMP lets one thread after the other have a buffer, whose put goes on.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: it is locally complete before the lock is given back.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    omp_lock_t lock;
    omp_init_lock(&lock);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            omp_set_lock(&lock);
            data[0] = omp_get_thread_num();                                           // race: second
            MPI_Put(data, 2, MPI_INT, 1, 2 * omp_get_thread_num(), 2, MPI_INT, win);  // race: first
            RIGHT(MPI_Win_flush_local(1, win);)
            omp_unset_lock(&lock);
        }
    }
    MPI_Win_unlock_all(win);
    omp_destroy_lock(&lock);
    return end_with_window();
}
