// A put's source may be read until local completion, but not changed.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// mended: it is only read.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        WRONG(data[0]++;)                                  // race: second
        RIGHT(use(data[0]);)
        MPI_Win_unlock(1, win);
    }
    return end_with_window();
}
