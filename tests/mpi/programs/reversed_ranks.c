// A communicator with the ranks in another order: targets are its ranks.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    MPI_Comm reversed;
    int place, memory = -1;
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
    MPI_Comm_rank(reversed, &place);
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, reversed, &win);
    MPI_Win_lock_all(0, win);
    if (place == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    EXPECT(memory == (rank == size - 1 ? size - 2 : -1));
    MPI_Comm_free(&reversed);
}
