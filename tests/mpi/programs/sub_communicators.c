// Windows of halves of the ranks, at the same time.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)size;
    MPI_Comm half;
    int place, ranks, memory = -1;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &place);
    MPI_Comm_size(half, &ranks);
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, half, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (place + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == (rank + 2) % 4);
    MPI_Barrier(half);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (place + 1) % ranks, 0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, (place + 1) % ranks, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock((place + 1) % ranks, win);
    MPI_Comm_free(&half);
    MPI_Win_free(&win);
    EXPECT(memory == 2 * ((rank + 2) % 4));
}
