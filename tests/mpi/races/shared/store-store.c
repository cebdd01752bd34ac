// Two ranks store to one cell of shared memory, and nothing orders them.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: each has a cell of its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) first[2] = 7;                  // race: first
    if (rank == 1) first[WRONG(2) RIGHT(3)] = 8;  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
