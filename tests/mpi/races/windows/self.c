// A window of MPI_COMM_SELF over the memory of a window of all.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-COPY-3
// mended: over other memory.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win alone;
    MPI_Win_create(WRONG(window) RIGHT(beside), sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &alone);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, alone);
        MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, alone);  // race: second
        MPI_Win_unlock(0, alone);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&alone);
    return end_with_window();
}
