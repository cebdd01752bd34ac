// start with NOCHECK after the posts are known to be over.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1, left[1] = {(rank + size - 1) % size}, right[1] = {(rank + 1) % size};
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, from, to;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, left, &from);
    MPI_Group_incl(all, 1, right, &to);
    MPI_Win_post(from, MPI_MODE_NOCHECK, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(to, MPI_MODE_NOCHECK, win);
    MPI_Put(&rank, 1, MPI_INT, right[0], 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    EXPECT(memory == left[0]);
    MPI_Group_free(&all);
    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Win_free(&win);
}
