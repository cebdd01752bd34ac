// Fences of one window order accesses through another if those are complete.
// synchronisation: fence and flush
// ranks: 3
// rule: MM-PAIR-1
// mended: they are.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    static int more[4];
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(more, sizeof(more), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, win);
    MPI_Win_fence(0, other);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Win_fence(0, other);
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    return end();
}
