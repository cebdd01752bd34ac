// The flush is of another target than the put.
// synchronisation: flush
// ranks: 3
// rule: MM-PAIR-1
// mended: of the same.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(WRONG(2) RIGHT(0), win);
        tell(2);
    }
    if (rank == 2) {
        hear(1);
        MPI_Put(data, 2, MPI_INT, 0, 1, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
