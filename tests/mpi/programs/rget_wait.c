// MPI_Rget: the data are there when MPI_Wait returns, inside the epoch.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 5 * rank, got = -1;
    const int right = (rank + 1) % size;
    MPI_Request request;
    MPI_Status status;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &request);
    EXPECT(request != MPI_REQUEST_NULL);
    MPI_Wait(&request, &status);
    EXPECT(got == 5 * right && request == MPI_REQUEST_NULL);
    MPI_Win_unlock(right, win);
    MPI_Win_free(&win);
}
