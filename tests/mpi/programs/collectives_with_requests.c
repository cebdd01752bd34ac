// Nonblocking collective calls out of windows and into them, and puts when they are complete.
#include "tests/mpi/programs/check.h"

enum { most = 8 };

void test(int rank, int size) {
    int memory[most] = {0}, from[most], into[most], ones[most], steps[most], got = -1;
    MPI_Request requests[4];
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    for (int i = 0; i < size; ++i) {
        from[i] = 10 * rank + i;
        ones[i] = 1;
        steps[i] = i;
    }
    MPI_Ialltoall(from, 1, MPI_INT, memory, 1, MPI_INT, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&rank, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == 10 * i + rank);
    EXPECT(got == size * (size - 1) / 2);

    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Igather(&memory[(rank + size - 1) % size], 1, MPI_INT, into, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallgatherv(&rank, 1, MPI_INT, from, ones, steps, MPI_INT, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibcast(&got, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[3]);
    for (int left = 4; left > 0; --left) {
        int index = -1;
        MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
        EXPECT(index >= 0 && requests[index] == MPI_REQUEST_NULL);
    }
    for (int i = 0; i < size; ++i) EXPECT(from[i] == i && (rank != 0 || into[i] == (i + size - 1) % size));
    MPI_Win_free(&win);
}
