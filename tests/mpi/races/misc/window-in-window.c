// The source of a put lies in a window to which another rank puts.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-2
// mended: in another part of it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(window + 2, 2, MPI_INT, 2, 0, 2, MPI_INT, win);             // race: first
    if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, WRONG(3) RIGHT(4), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
