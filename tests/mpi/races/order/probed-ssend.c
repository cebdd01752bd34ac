// MPI_Ssend returns when the receive has begun, not when the message is found.
// synchronisation: MPI_Ssend
// ranks: 3
// rule: MM-PAIR-1
// mended: the put comes before the receive.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Probe(2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        WRONG(hear(2);)
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        RIGHT(hear(2);)
    }
    if (rank == 2) {
        MPI_Ssend(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
