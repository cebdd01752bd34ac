// MPI_Gather writes to a window from which another rank gets.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-2
// mended: the get is from what lies behind.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, WRONG(1) RIGHT(3), 1, MPI_INT, win);  // race: first
    }
    MPI_Gather(&rank, 1, MPI_INT, window, 1, MPI_INT, 0, MPI_COMM_WORLD);  // race: second
    if (rank == 2) MPI_Win_unlock(0, win);
    return end_with_window();
}
