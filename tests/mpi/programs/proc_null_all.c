// MPI_PROC_NULL in every operation, lock and flush: nothing happens.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 7, mine = 1, old = 5;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Put(&mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Get(&old, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Accumulate(&mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&mine, 1, MPI_INT, &old, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&mine, &old, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win);
    MPI_Compare_and_swap(&mine, &memory, &old, MPI_INT, MPI_PROC_NULL, 0, win);
    MPI_Win_unlock_all(win);
    EXPECT(memory == 7 && old == 5 && rank < size);
    MPI_Win_free(&win);
}
