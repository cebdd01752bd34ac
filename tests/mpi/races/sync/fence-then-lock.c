// Behind its own fence a rank does not know that those of others have returned (MPI 3.1, 11.5.1).
// synchronisation: fence, then lock
// ranks: 3
// rule: MM-PAIR-1
// scenario: fence/fence-then-lock
// mended: a barrier lies between.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
