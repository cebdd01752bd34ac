// The requests of RGET_ACCUMULATE are over when the old values are there.
// SMPI's own: its request is complete before the values are there
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {1, 2}, mine[2] = {10, 20}, old[2] = {0, 0};
    MPI_Request request;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Rget_accumulate(mine, 2, MPI_INT, old, 2, MPI_INT, rank, 0, 2, MPI_INT, MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(request == MPI_REQUEST_NULL && old[0] == 1 && old[1] == 2);
    MPI_Win_unlock(rank, win);
    EXPECT(memory[0] == 11 && memory[1] == 22 && rank < size);
    MPI_Win_free(&win);
}
