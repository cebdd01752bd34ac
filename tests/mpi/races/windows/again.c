// The memory of a window that was freed is in another window; what was done through the first is over.
// synchronisation: MPI_Win_free
// ranks: 3
// rule: MM-COPY-3
// mended: the first is freed before the second is used.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Win second;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    WRONG(MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);)
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    RIGHT(MPI_Win_free(&win);)
    RIGHT(MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, second);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, second);  // race: second
        MPI_Win_unlock(0, second);
    }
    MPI_Win_free(&second);
    WRONG(MPI_Win_free(&win);)
    return end();
}
