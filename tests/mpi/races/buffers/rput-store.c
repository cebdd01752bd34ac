// The source of an r-form is changed before its request is complete.
// synchronisation: request
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rput(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        data[0] = 5;  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
