// The owner stores to its window while another rank puts there.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner puts to itself, and a barrier orders what is complete.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    if (rank == 0) {
        WRONG(window[1] = 5;) RIGHT(MPI_Put(data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);)  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
