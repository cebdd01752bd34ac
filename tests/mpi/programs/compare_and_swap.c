// One rank only swaps; all see what was there.
// SMPI's own: two ranks swap
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    long memory = 0, mine = rank + 1, none = 0, before = -1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(long));
    MPI_Win_lock_all(0, win);
    MPI_Compare_and_swap(&mine, &none, &before, MPI_LONG, 0, 0, win);
    MPI_Win_flush(0, win);
    MPI_Win_unlock_all(win);
    int won = before == 0, all = 0;
    MPI_Allreduce(&won, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(all == 1);
    if (rank == 0) EXPECT(memory >= 1 && memory <= 4);
    MPI_Win_free(&win);
}
