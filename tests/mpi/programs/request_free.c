// A request that is freed: its operation is complete with the epoch.
// SMPI's own: not with MPI_PROC_NULL
#include "check.h"

static void test(int rank, int size) {
    int memory = -1;
    MPI_Request request;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Rput(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request);
    MPI_Request_free(&request);
    EXPECT(request == MPI_REQUEST_NULL);
    MPI_Rput(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    EXPECT(memory == (rank + size - 1) % size);
}
