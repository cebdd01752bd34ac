// Messages, collective calls and time between one-sided calls.
#include "tests/mpi/programs/check.h"

// program collectives_between: Collectives and messages between the calls of an epoch.
PROGRAM(collectives_between) {
    int memory[4] = {0, 0, 0, 0}, sum = 0;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < size; ++i) {
        const int value = 100 + rank;
        MPI_Put(&value, 1, MPI_INT, i, rank, 1, MPI_INT, win);
        MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        EXPECT(sum == i * size);
        MPI_Win_flush(i, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == 100 + i);
    MPI_Win_free(&win);
}

// program collectives_with_requests: Nonblocking collective calls out of windows and into them, and puts when they are
// complete.
enum { most = 8 };

PROGRAM(collectives_with_requests) {
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

// program ping_pong: Two pairs of ranks count by turns, each waiting for the other's put.
PROGRAM(ping_pong) {
    int memory = -1;
    const int partner = rank ^ 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = rank % 2; i < 10; i += 2) {
        int seen = -1;
        while (i > 0 && seen < i - 1) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, 0, MPI_NO_OP, win);
            MPI_Win_flush(rank, win);
        }
        MPI_Accumulate(&i, 1, MPI_INT, partner, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(partner, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(memory == (rank % 2 ? 8 : 9) && rank < size);
    MPI_Win_free(&win);
}

// program served_in_barrier: Ranks in MPI_Barrier, MPI_Allreduce and MPI_Waitall serve others.
PROGRAM(served_in_barrier) {
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

// program served_in_recv: A rank that waits in MPI_Recv serves the lock of another one.
PROGRAM(served_in_recv) {
    (void)size;
    int memory = 0, token = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    if (rank == 0) {
        MPI_Recv(&token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        EXPECT(memory == 77 && token == 1);
        MPI_Win_unlock(0, win);
    } else if (rank == 1) {
        const int value = 77, one = 1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Send(&one, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
}

// program time: Virtual time passes in one-sided calls.
PROGRAM(time) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    const double began = MPI_Wtime();
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    const double took = MPI_Wtime() - began;
    EXPECT(took > 1e-6 && took < 1e-3);
    MPI_Win_free(&win);
}
