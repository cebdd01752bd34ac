// The elements of two accumulates lie half over each other.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/sums-not-aligned
// mended: element on element, with one of them over the ends of the other.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const double values[3] = {1, 2, 3};
    const int at = WRONG(1) RIGHT(0);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(values, 1, MPI_DOUBLE, 0, 2, 1, MPI_DOUBLE, MPI_SUM, win);   // race: first
    if (rank == 2) MPI_Accumulate(values, 3, MPI_DOUBLE, 0, at, 3, MPI_DOUBLE, MPI_SUM, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
