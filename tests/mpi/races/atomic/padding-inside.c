// MPI_MAXLOC on a pair of short and int beside a store to its index. What lies between value and index belongs to
// nobody, at the target as in the source.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// only under: unified
// mended: the stores are to the padding.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    struct {
        short value, between;
        int index;
    } pair = {1, 2, 3}, mine = {4, 5, 6};
    MPI_Win_create(&mine, sizeof(mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, 0, 1, MPI_SHORT_INT, MPI_MAXLOC, win);  // race: first
    RIGHT(pair.between = (short)size; keep(&pair);)
    if (rank == 0) WRONG(mine.index = size) RIGHT(mine.between = (short)size);  // race: second
    keep(&mine);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
