// The source of a put may be read, not written.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// right scenario: buffers/source-read
// mended: it is read.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        WRONG(data[1] = 3;)                                // race: second
        RIGHT(use(data[1]);)
        MPI_Win_unlock(1, win);
    }
    keep(data);
    return end_with_window();
}
