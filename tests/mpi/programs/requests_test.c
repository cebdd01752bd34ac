// MPI_Test, MPI_Testall and MPI_Testany until operations are complete.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[3] = {1, 2, 3}, got[3] = {-1, -1, -1}, done = 0, index = -1;
    const int right = (rank + 1) % size;
    MPI_Request requests[3];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Rget(&got[0], 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[0]);
    while (!done) MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
    EXPECT(got[0] == 1 && requests[0] == MPI_REQUEST_NULL);
    for (int i = 0; i < 3; ++i) MPI_Rget(&got[i], 1, MPI_INT, right, i, 1, MPI_INT, win, &requests[i]);
    done = 0;
    while (!done) MPI_Testany(3, requests, &index, &done, MPI_STATUS_IGNORE);
    EXPECT(index >= 0 && index < 3 && got[index] == index + 1 && requests[index] == MPI_REQUEST_NULL);
    done = 0;
    while (!done) MPI_Testall(3, requests, &done, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; ++i) EXPECT(got[i] == i + 1 && requests[i] == MPI_REQUEST_NULL);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
