// Messages of persistent requests between epochs: each round starts them again.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1, out = -1, in = -1;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Send_init(&out, 1, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&in, 1, MPI_INT, left, 5, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 4; ++round) {
        out = 10 * rank + round;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
        MPI_Put(&out, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_unlock(right, win);
        if (round % 2 == 0) MPI_Startall(2, requests);
        for (int i = 0; round % 2 == 1 && i < 2; ++i) MPI_Start(&requests[i]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
        EXPECT(in == 10 * left + round && memory == in);
        MPI_Win_unlock(rank, win);
        EXPECT(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
    EXPECT(requests[0] == MPI_REQUEST_NULL);
    MPI_Win_free(&win);
}
