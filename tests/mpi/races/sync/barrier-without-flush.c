// A barrier inside of lock_all completes nothing.
// synchronisation: flush
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/barrier-without-flush
// mended: flush before the barrier.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_all(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
