// MPI_MODE_NOCHECK in start and post: the post is known to come first.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    int memory = -1;
    const int other = rank ^ 1;
    MPI_Group all, pair;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &other, &pair);
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    if (rank % 2 == 0) MPI_Win_post(pair, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 1) {
        MPI_Win_start(pair, MPI_MODE_NOCHECK, win);
        MPI_Put(&rank, 1, MPI_INT, other, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_wait(win);
        EXPECT(memory == other);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&pair);
}
