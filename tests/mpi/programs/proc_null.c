// MPI_PROC_NULL as a target does nothing (11.3).
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)rank, (void)size;
    int memory = 3, mine = 9;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    EXPECT(MPI_Put(&mine, 1, MPI_INT, MPI_PROC_NULL, 1000, 1, MPI_INT, win) == MPI_SUCCESS);
    EXPECT(MPI_Get(&mine, 1, MPI_INT, MPI_PROC_NULL, 1000, 1, MPI_INT, win) == MPI_SUCCESS);
    EXPECT(MPI_Accumulate(&mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    EXPECT(memory == 3 && mine == 9);
    MPI_Win_free(&win);
}
