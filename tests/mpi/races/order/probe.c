// MPI_Probe proves what the sender of the message did that it finds.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: it looks for a message of the rank that has put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 0) tell(2);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(2);
    }
    if (rank == 2) {
        MPI_Probe(WRONG(0) RIGHT(1), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        hear(0);
        hear(1);
    }
    return end_with_window();
}
