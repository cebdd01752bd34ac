// A rank gets from itself and changes its window while it does.
// synchronisation: shared lock
// ranks: 1
// rule: MM-PAIR-2
// mended: MPI_Win_flush_local: a get is over with local completion.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 7;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(0, win);)
    window[0] = 4;  // race: second
    MPI_Win_unlock(0, win);
    return end_with_window();
}
