// Ranks in MPI_Barrier, MPI_Allreduce and MPI_Waitall serve others.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0, sum = 0, got = -1;
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int turn = 0; turn < size; ++turn) {
        if (turn == rank) {
            for (int target = 0; target < size; ++target) {
                MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
                MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
                MPI_Win_unlock(target, win);
            }
        }
        if (turn % 2 == 0) MPI_Barrier(MPI_COMM_WORLD);
        else MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Request requests[2];
    MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    EXPECT(got == (rank + size - 1) % size && memory == size);
    MPI_Win_free(&win);
}
