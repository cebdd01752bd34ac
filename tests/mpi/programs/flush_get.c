// flush and flush_local complete gets.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {rank, 100 + rank}, got[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int target = 0; target < size; ++target) {
        MPI_Get(got, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_flush(target, win);
        EXPECT(got[0] == target);
        MPI_Get(got + 1, 1, MPI_INT, target, 1, 1, MPI_INT, win);
        MPI_Win_flush_local(target, win);
        EXPECT(got[1] == 100 + target);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
