// The owner stores to what another rank gets.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// scenario: fence/get-store
// mended: it stores to other bytes; a get is no update.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    if (rank == 0) window[WRONG(1) RIGHT(2)] = 5;                     // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
