// Operations with requests whose target is MPI_PROC_NULL are complete at once.
// SMPI's own: its MPI_Rput makes no request then
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    int memory = -1, done = 0;
    MPI_Request requests[2];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Rput(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[0]);
    MPI_Rget(&memory, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &requests[1]);
    EXPECT(requests[0] != MPI_REQUEST_NULL);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Test(&requests[1], &done, MPI_STATUS_IGNORE);
    EXPECT(done && requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL && memory == -1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
