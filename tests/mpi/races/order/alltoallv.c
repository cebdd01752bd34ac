// No data, no order: a rank to which MPI_Alltoallv brings nothing need not wait.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: it brings something.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int out[3] = {1, 2, 3}, in[3] = {0};
    int places[3] = {0, 1, 2}, sent[3] = {1, 1, 1}, received[3] = {1, 1, 1};
    WRONG(if (rank == 1) sent[2] = 0;)
    WRONG(if (rank == 2) received[1] = 0;)
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Alltoallv(out, sent, places, MPI_INT, in, received, places, MPI_INT, MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
