// No rank knows its place in what MPI_Comm_split makes before all have told their keys.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: the put comes before it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Comm copy;
    if (rank == 1) {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        RIGHT(MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)
        RIGHT(MPI_Win_unlock(0, win);)
    }
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &copy);
    if (rank == 1) {
        WRONG(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        WRONG(MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)  // race: first
        WRONG(MPI_Win_unlock(0, win);)
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    MPI_Comm_free(&copy);
    return end_with_window();
}
