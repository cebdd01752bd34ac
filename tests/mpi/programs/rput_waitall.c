// MPI_Rput to all ranks; MPI_Waitall completes them at the origin.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {-1, -1, -1, -1}, values[4];
    MPI_Request requests[4];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int target = 0; target < size; ++target) {
        values[target] = 10 * rank + target;
        MPI_Rput(&values[target], 1, MPI_INT, target, rank, 1, MPI_INT, win, &requests[target]);
    }
    MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < size; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == 10 * i + rank);
}
