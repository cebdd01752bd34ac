// Persistent requests, active and inactive, and those of operations in one array.
// SMPI's own: MPI_Waitsome counts inactive requests.
#include "tests/mpi/programs/check.h"

enum { receive, get, send, idle, all };

static int on_the_way(const MPI_Request* requests) { return requests[get] != MPI_REQUEST_NULL; }

void test(int rank, int size) {
    int memory = 7 * rank, out = rank, in = -1, got = -1, index = -1, count = 0, done = 0, indices[all];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request requests[all];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Recv_init(&in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[receive]);
    MPI_Send_init(&out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[send]);
    MPI_Recv_init(&in, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[idle]);  // never started
    MPI_Win_lock_all(0, win);
    for (int way = 0; way < 5; ++way) {
        in = got = -1;
        MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[get]);
        MPI_Start(&requests[receive]);
        MPI_Start(&requests[send]);
        if (way == 0) MPI_Waitall(all, requests, MPI_STATUSES_IGNORE);
        for (int finished = 0; way == 1 && finished < 3; ++finished) {
            MPI_Waitany(all, requests, &index, MPI_STATUS_IGNORE);
            EXPECT(index >= receive && index <= send);
        }
        for (done = 0; way == 2 && !done;) MPI_Testall(all, requests, &done, MPI_STATUSES_IGNORE);
        if (way == 3) MPI_Waitsome(all, requests, &count, indices, MPI_STATUSES_IGNORE);
        if (way == 4) MPI_Testsome(all, requests, &count, indices, MPI_STATUSES_IGNORE);
        if (way >= 3) {
            EXPECT(count >= (way == 3) && count <= 3);
            for (int i = 0; i < count; ++i) EXPECT(indices[i] >= receive && indices[i] <= send);
            MPI_Waitall(all, requests, MPI_STATUSES_IGNORE);
        }
        EXPECT(in == left && got == 7 * right && !on_the_way(requests));
    }
    // With the others inactive, the operation alone is waited for.
    MPI_Rget(&got, 1, MPI_INT, left, 0, 1, MPI_INT, win, &requests[get]);
    MPI_Waitany(all, requests, &index, MPI_STATUS_IGNORE);
    EXPECT(index == get && got == 7 * left);
    MPI_Win_unlock_all(win);
    for (int i = 0; i < all; ++i) {
        if (requests[i] != MPI_REQUEST_NULL) MPI_Request_free(&requests[i]);
    }
    MPI_Win_free(&win);
}
