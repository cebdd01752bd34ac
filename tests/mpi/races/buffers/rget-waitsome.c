// MPI_Waitany completes one of two r-forms; the result of the other is read.
// synchronisation: request
// ranks: 3
// rule: MM-BUF-1
// mended: MPI_Waitall completes both.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request requests[2];
        int at = 0;
        for (int i = 0; i < 2; ++i) {
            MPI_Rget(data + 2 * i, 2, MPI_INT, i + 1, 0, 2, MPI_INT, win, &requests[i]);  // race: first
        }
        WRONG(MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);)
        RIGHT(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);)
        use(data[2 * (1 - at)]);  // race: second
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
