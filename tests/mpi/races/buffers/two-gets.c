// Two gets write the same byte of their result buffers.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/two-results
// mended: the buffers touch, but do not overlap.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[8] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);                      // race: first
        MPI_Get(data + WRONG(3) RIGHT(4), 4, MPI_INT, 1, 4, 4, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    return end_with_window();
}
