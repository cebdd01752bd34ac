// Data, flush, then a flag: whoever sees the flag sees the data.
// SMPI's own: a loop of operations and flushes takes it no time, and never ends
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[3] = {0, 0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        const int data[2] = {17, 18}, flag = 1;
        for (int target = 1; target < size; ++target) {
            MPI_Put(data, 2, MPI_INT, target, 0, 2, MPI_INT, win);
            MPI_Win_flush(target, win);
            MPI_Accumulate(&flag, 1, MPI_INT, target, 2, 1, MPI_INT, MPI_REPLACE, win);
            MPI_Win_flush(target, win);
        }
    } else {
        int seen = 0;
        while (seen == 0) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, 2, MPI_NO_OP, win);
            MPI_Win_flush(rank, win);
        }
        MPI_Win_sync(win);
        EXPECT(memory[0] == 17 && memory[1] == 18);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    EXPECT(size == 4);
}
