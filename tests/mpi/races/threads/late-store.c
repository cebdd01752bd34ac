// Another thread stores to the source of a put. In this run that is long over by then, but nothing has made it so.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the threads meet in between.
#include "tests/mpi/races/race.h"

#include <omp.h>
#include <unistd.h>

static int data[2] = {1, 2};

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                MPI_Win_flush(1, win);
            }
            WRONG(if (omp_get_thread_num() == 1) usleep(1000);)
            RIGHT(_Pragma("omp barrier"))
            if (omp_get_thread_num() == 1) data[0] = 9;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
