// A rank gets what another one puts in the same epoch.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// scenario: fence/put-get
// mended: a fence lies between.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 1, 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
