// Long accumulates of two operations overlap by one element.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: by none.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int values[5] = {1, 2, 3, 4, 5};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(values, 5, MPI_INT, 0, 0, 5, MPI_INT, MPI_SUM, win);                  // race: first
    if (rank == 2) MPI_Accumulate(values, 5, MPI_INT, 0, WRONG(4) RIGHT(5), 5, MPI_INT, MPI_MAX, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
