// Two hundred requests in one waitall, and their statuses.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { count = 200 };
    int memory[count], values[count];
    MPI_Request requests[count];
    MPI_Status statuses[count];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < count; ++i) {
        values[i] = 1000 * rank + i;
        MPI_Rput(values + i, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win, requests + i);
    }
    MPI_Waitall(count, requests, statuses);
    for (int i = 0; i < count; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) EXPECT(memory[i] == 1000 * ((rank + size - 1) % size) + i);
    MPI_Win_free(&win);
}
