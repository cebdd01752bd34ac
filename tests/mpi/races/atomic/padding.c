// MPI_MAXLOC on a pair beside a load of its index. What lies behind the index belongs to nobody.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the load is of the padding, and so is a store to the source.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    struct {
        double value;
        int index, behind;
    } pair = {1, 2, 3}, mine = {4, 5, 6};
    MPI_Win_create(&mine, sizeof(mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&pair, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);  // race: first
    RIGHT(pair.behind = size; keep(&pair);)
    if (rank == 0) use(WRONG(mine.index) RIGHT(mine.behind));  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
