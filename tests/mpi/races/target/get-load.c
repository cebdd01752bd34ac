// Gets and loads of the same bytes never disturb each other; a put does.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-2
// mended: rank 1 gets.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_fence(0, win);
    WRONG(if (rank == 1) MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);)  // race: first
    RIGHT(if (rank == 1) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);)
    if (rank == 2) MPI_Get(data, 1, MPI_INT, 0, 5, 1, MPI_INT, win);
    if (rank == 0) use(window[1]);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
