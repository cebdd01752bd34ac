// Epochs with an empty group.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)rank, (void)size;
    int memory = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_free(&win);
    EXPECT(memory == 1);
}
