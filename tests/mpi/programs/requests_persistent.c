// Persistent requests that carry a window's contents around a ring, in one array with requests of operations.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[3] = {rank, -1, -1};
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[3];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Send_init(&memory[0], 1, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&memory[1], 1, MPI_INT, left, 5, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 3; ++round) {
        MPI_Win_lock_all(0, win);
        if (round % 2 == 0) {
            MPI_Startall(2, requests);
        } else {
            for (int i = 0; i < 2; ++i) MPI_Start(&requests[i]);
        }
        MPI_Rput(&rank, 1, MPI_INT, right, 2, 1, MPI_INT, win, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        EXPECT(requests[0] != MPI_REQUEST_NULL && requests[1] != MPI_REQUEST_NULL && requests[2] == MPI_REQUEST_NULL);
        MPI_Win_unlock_all(win);
        MPI_Barrier(MPI_COMM_WORLD);
        EXPECT(memory[1] == left && memory[2] == left);
        memory[1] = memory[2] = -1;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int i = 0; i < 2; ++i) MPI_Request_free(&requests[i]);
    EXPECT(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    MPI_Win_free(&win);
}
