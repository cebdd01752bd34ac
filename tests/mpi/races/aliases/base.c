// The window's memory is found by its attribute.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: behind the fence.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int *base, found;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &found);
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) use(base[3]);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
