// Two pairs of ranks count by turns, each waiting for the other's put.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
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
