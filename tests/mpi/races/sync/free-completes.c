// MPI_Win_free comes behind what others do to the window, and before what the owner does then.
// synchronisation: MPI_Win_free
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner reads behind it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    RIGHT(MPI_Win_free(&win);)
    if (rank == 0) use(window[0]);  // race: second
    WRONG(MPI_Win_free(&win);)
    return end();
}
