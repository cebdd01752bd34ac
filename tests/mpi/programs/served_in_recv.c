// A rank that waits in MPI_Recv serves the lock of another one.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
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
