// MPI_Win_sync beside a flag that another rank sets.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    int memory[2] = {0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        const int data = 42, flag = 1;
        MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&flag, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    if (rank == 0) {
        int flag = 0;
        while (flag == 0) {
            MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 1, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        MPI_Win_sync(win);
        EXPECT(memory[0] == 42);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
