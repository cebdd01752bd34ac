// MPI_COMM_SELF: every rank has its own window, with every kind of epoch.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0;
    const int one = 1;
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i <= rank; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_lock_all(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    EXPECT(memory == 3 + rank && rank < size);
    MPI_Win_free(&win);
}
