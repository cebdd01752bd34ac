// A get of what the neighbour changes directly.
// synchronisation: lock_all
// ranks: 3
// options: --set platform.ranks_per_node=3
// rule: MM-PAIR-2
// mended: the get is complete, and the neighbour knows.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *first, unit, data = 0;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 2) {
        MPI_Get(&data, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
        WRONG(tell(1);)
        MPI_Win_flush(0, win);
        RIGHT(tell(1);)
    }
    if (rank == 1) {
        hear(2);
        first[3] = 4;  // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
