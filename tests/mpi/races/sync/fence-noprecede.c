// A fence with MPI_MODE_NOPRECEDE need not wait for others, so it does not order what they did.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: a barrier does.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
