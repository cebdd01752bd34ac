// Two puts of one rank to the same place: MPI does not order them.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-1
// scenario: lock/put-put
// mended: a flush lies between.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&data[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        MPI_Put(&data[1], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
