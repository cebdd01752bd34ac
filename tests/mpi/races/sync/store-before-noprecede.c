// A fence with MPI_MODE_NOPRECEDE: no put gets to a rank that has not called it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// right scenario: fence/store-before-noprecede
// mended: the store comes before it. (Behind it, it may meet the put.)
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    RIGHT(if (rank == 1) window[0] = 5;)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0) MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    WRONG(if (rank == 1) window[0] = 5;)                               // race: second
    MPI_Win_fence(0, win);
    keep(window);
    return end_with_window();
}
