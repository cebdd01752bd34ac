// The lock of MPI 3.1's example 11.22: a queue of ranks, by fetch_and_op, put and compare_and_swap.
// SMPI's own: a loop of operations and flushes takes it no time, and never ends
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { next, blocked, tail, guarded, words };
    int memory[words] = {-1, 0, -1, 0};
    const int none = -1, yes = 1, no = 0;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; ++i) {
        int before, after, seen, mine = rank;
        MPI_Accumulate(&none, 1, MPI_INT, rank, next, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&yes, 1, MPI_INT, rank, blocked, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(rank, win);
        MPI_Fetch_and_op(&mine, &before, MPI_INT, 0, tail, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
        if (before != -1) {
            MPI_Accumulate(&mine, 1, MPI_INT, before, next, 1, MPI_INT, MPI_REPLACE, win);
            MPI_Win_flush(before, win);
            do {
                MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, blocked, MPI_NO_OP, win);
                MPI_Win_flush(rank, win);
            } while (seen == 1);
        }
        MPI_Get(&seen, 1, MPI_INT, 0, guarded, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        seen += 1;
        MPI_Put(&seen, 1, MPI_INT, 0, guarded, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Fetch_and_op(NULL, &after, MPI_INT, rank, next, MPI_NO_OP, win);
        MPI_Win_flush(rank, win);
        if (after == -1) {
            MPI_Compare_and_swap(&none, &mine, &seen, MPI_INT, 0, tail, win);
            MPI_Win_flush(0, win);
            if (seen == rank) continue;
            do {
                MPI_Fetch_and_op(NULL, &after, MPI_INT, rank, next, MPI_NO_OP, win);
                MPI_Win_flush(rank, win);
            } while (after == -1);
        }
        MPI_Accumulate(&no, 1, MPI_INT, after, blocked, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(after, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory[guarded] == 3 * size && memory[tail] == -1);
    MPI_Win_free(&win);
}
