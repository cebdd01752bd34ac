// Two r-forms are under way; the request of one is waited for, the result of the other is read.
// synchronisation: request
// ranks: 3
// rule: MM-BUF-1
// mended: the result of the one that was waited for is read.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int near[2] = {0}, far[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request requests[2];
        MPI_Rget(near, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &requests[0]);
        MPI_Rget(far, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &requests[1]);  // race: first
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        use(WRONG(far) RIGHT(near)[0]);  // race: second
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
