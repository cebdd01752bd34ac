// Gets between start and complete: the values are there after complete.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 7 * rank, got = -1, other[1] = {rank ^ 1};
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, partner;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, other, &partner);
    MPI_Win_post(partner, MPI_MODE_NOPUT, win);
    MPI_Win_start(partner, 0, win);
    MPI_Get(&got, 1, MPI_INT, rank ^ 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    EXPECT(got == 7 * (rank ^ 1) && rank < size);
    MPI_Win_wait(win);
    MPI_Group_free(&all);
    MPI_Group_free(&partner);
    MPI_Win_free(&win);
}
