// MPI_Rget brings data into another window's memory.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// right scenario: buffers/request
// mended: its request is complete before they are read.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win other;
    MPI_Win_create(beside, sizeof(beside), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    if (rank == 0) {
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rget(beside, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        use(beside[0]);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&other);
    return end_with_window();
}
