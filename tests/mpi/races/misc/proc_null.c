// An operation with MPI_PROC_NULL uses no buffer.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the target is MPI_PROC_NULL.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, WRONG(1) RIGHT(MPI_PROC_NULL), 0, 2, MPI_INT, win);  // race: first
        data[0] = 3;                                                                   // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
