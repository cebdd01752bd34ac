// A get and MPI_Fetch_and_op have one result buffer.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/get-and-fetch
// mended: each has its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, found[2] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(found, 1, MPI_INT, 1, 2, 1, MPI_INT, win);                               // race: first
        MPI_Fetch_and_op(&one, &found[WRONG(0) RIGHT(1)], MPI_INT, 1, 0, MPI_SUM, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    return end_with_window();
}
