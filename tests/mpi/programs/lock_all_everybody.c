// All ranks in lock_all at once; flush(target) orders a put before a message.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {-1, -1, -1, -1}, token = 0;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size, value = 20 + rank;
    MPI_Put(&value, 1, MPI_INT, right, 2, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Sendrecv(&value, 1, MPI_INT, right, 0, &token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    EXPECT(memory[2] == 20 + left && token == 20 + left);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
