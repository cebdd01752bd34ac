// A flush completes, but tells nobody.
// synchronisation: flush
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/flush-without-message
// mended: a message tells.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        RIGHT(tell(2);)
    }
    if (rank == 2) {
        RIGHT(hear(1);)
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
