// memset clears the window while another rank gets from it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: another part of it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, 9, 1, MPI_INT, win);        // race: first
    if (rank == 0) memset(window + WRONG(8) RIGHT(10), 0, 4 * sizeof(int));  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
