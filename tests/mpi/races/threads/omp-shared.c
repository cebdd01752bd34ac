// Threads of two ranks of a node store to one cell of shared memory.
// synchronisation: lock_all, OpenMP
// ranks: 2
// options: --set platform.ranks_per_node=2
// compiler: -fopenmp
// rule: MM-SHM-3
// mended: each rank to its own cells.
#include "tests/mpi/races/race.h"

#include <omp.h>

int main(void) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    int* const at = WRONG(first) RIGHT(mine);
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 4; ++i) {
        at[i] = rank;  // race: both
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
