// A synchronous send returns when the receive has begun (MPI 3.1, 3.4): it orders in both directions.
// synchronisation: MPI_Ssend
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Ssend stands in place of MPI_Send.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 0) {
        use(window[0]);  // race: second
        hear(1);
    } else {
        WRONG(MPI_Send) RIGHT(MPI_Ssend)(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
