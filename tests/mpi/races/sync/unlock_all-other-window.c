// The synchronisation of one window completes nothing in another.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: the flush is of the window of the put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    static int more[4];
    int data[2] = {1, 2};
    MPI_Win other;
    MPI_Win_create(more, sizeof(more), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, other);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(0, WRONG(other) RIGHT(win));
    }
    MPI_Win_unlock_all(other);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&other);
    return end_with_window();
}
