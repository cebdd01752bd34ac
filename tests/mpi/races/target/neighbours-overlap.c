// Neighbours put their blocks into one array, each block one element too long.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the blocks touch.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int block[4] = {0};
    const int length = WRONG(4) RIGHT(3);
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(block, length, MPI_INT, 0, 3 * (rank - 1), length, MPI_INT, win);  // race: both
    MPI_Win_fence(0, win);
    return end_with_window();
}
