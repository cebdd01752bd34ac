// What a get has not brought yet is broadcast.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: behind MPI_Win_unlock.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_unlock(1, win);)
    }
    MPI_Bcast(data, 2, MPI_INT, 0, MPI_COMM_WORLD);  // race: second
    WRONG(if (rank == 0) MPI_Win_unlock(1, win);)
    return end_with_window();
}
