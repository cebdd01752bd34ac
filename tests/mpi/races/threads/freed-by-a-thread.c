// A thread has what another one puts from, and stores to it.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: it gets that memory for its own when it is free; malloc orders them.
#include "tests/mpi/races/race.h"

#include <omp.h>
#include <unistd.h>

enum { bytes = 50000 };
static int* shared;

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 0) {
            shared = malloc(bytes);
            MPI_Put(shared, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
            MPI_Win_flush(1, win);
            RIGHT(free(shared);)
        } else {
            usleep(1000);
            int* const mine = WRONG(shared) RIGHT(malloc(bytes));
            mine[0] = 9;  // race: second
            keep(mine);
            RIGHT(free(mine);)
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
