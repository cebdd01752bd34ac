// A store beside a put, in one epoch and window, but to other bytes.
// synchronisation: fence
// ranks: 2
// wrong under: separate
// rule: MM-PAIR-3
// scenario: fence/store-beside-put
// mended: the owner stores in an epoch of its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) window[8] = 1;  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
