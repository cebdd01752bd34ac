// The root of MPI_Gatherv need not wait for a rank that has nothing for it.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: it has something.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int all[3] = {0};
    const int counts[3] = {1, WRONG(0) RIGHT(1), 1}, places[3] = {0, 1, 2};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(2, win);
    }
    MPI_Gatherv(&rank, counts[rank], MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(2, win);
    }
    return end_with_window();
}
