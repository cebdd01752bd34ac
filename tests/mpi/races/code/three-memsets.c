// One line sets several ranges; a put is to the end of the first.
// synchronisation: fence
// ranks: 2
// only under: unified
// rule: MM-PAIR-2
// mended: it is behind that.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int first[3] = {0, 40, 8}, lengths[3] = {32, 8, 8};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(7) RIGHT(8), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        for (int i = 0; i < 3; ++i) memset((char*)window + first[i], i, (size_t)lengths[i]);  // race: second
    }
    MPI_Win_fence(0, win);
    return end_with_window();
}
