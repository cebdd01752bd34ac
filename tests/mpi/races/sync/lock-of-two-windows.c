// Exclusive locks of two windows do not exclude each other.
// synchronisation: exclusive lock
// ranks: 3
// rule: MM-COPY-3
// scenario: windows/locks-of-two-windows
// mended: both lock the same window.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    if (rank > 0) {
        MPI_Win mine = rank == 1 ? win : WRONG(other) RIGHT(win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mine);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, mine);  // race: both
        MPI_Win_unlock(0, mine);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&other);
    return end_with_window();
}
