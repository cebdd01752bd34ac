// A second pointer to the window.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: it points to another array.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int* alias = WRONG(window) RIGHT(beside) + 4;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 6, 1, MPI_INT, win);  // race: first
    if (rank == 0) use(alias[2]);                                      // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
