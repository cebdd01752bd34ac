// One result buffer for the gets from two ranks, and a flush of one of them.
// synchronisation: flush
// ranks: 3
// rule: MM-BUF-1
// mended: MPI_Win_flush_all.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
        MPI_Get(data + 2, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush(1, win);)
        RIGHT(MPI_Win_flush_all(win);)
        use(data[0]);
        use(data[3]);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
