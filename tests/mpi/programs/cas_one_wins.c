// Of all ranks that swap 0 for their number, one gets 0 back.
// SMPI's own: its compare_and_swap is not atomic
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0, zero = 0, mine = rank + 1, old = -1, winners;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Compare_and_swap(&mine, &zero, &old, MPI_INT, 2, 0, win);
    MPI_Win_unlock_all(win);
    const int won = old == 0;
    MPI_Allreduce(&won, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(winners == 1);
    if (rank == 2) EXPECT(memory >= 1 && memory <= size);
    MPI_Win_free(&win);
}
