// Operations and messages in one array.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 7 * rank, got = -1, message = -1;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[4];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int round = 0; round < 2; ++round) {
        got = message = -1;
        MPI_Win_lock_all(0, win);
        MPI_Irecv(&message, 1, MPI_INT, left, round, MPI_COMM_WORLD, &requests[0]);
        MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[1]);
        MPI_Isend(&rank, 1, MPI_INT, right, round, MPI_COMM_WORLD, &requests[2]);
        requests[3] = MPI_REQUEST_NULL;
        if (round == 0) {
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        } else {
            for (int i = 0; i < 3; ++i) {
                int index = -1;
                MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
                EXPECT(index >= 0 && index < 3);
            }
        }
        for (int i = 0; i < 4; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
        EXPECT(got == 7 * right && message == left);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}
