// A message of any source proves what its sender did, not what the other did.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0, from = 0;
    if (rank == 1 || rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Send(&rank, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
    }
    if (rank == 3) {
        for (int i = 0; i < WRONG(1) RIGHT(2); ++i) {
            MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    return end_with_window();
}
