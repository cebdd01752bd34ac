// The owner stores while another rank gets from its window.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// right scenario: fence/get-beside-store
// mended: another cell, which is right in any model.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int got;
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    if (rank == 1) window[WRONG(0) RIGHT(1)] = 5;                     // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
