// The index of one pair lies where the value of another does, and both are accumulated.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: pair on pair.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    struct {
        short value;
        int index;
    } pair = {1, 2}, mine[2] = {{3, 4}, {5, 6}};
    MPI_Win_create(mine, sizeof(mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    const int at = WRONG(4) RIGHT(0);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, 0, 1, MPI_SHORT_INT, MPI_MINLOC, win);   // race: first
    if (rank == 2) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, at, 1, MPI_SHORT_INT, MPI_MINLOC, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
