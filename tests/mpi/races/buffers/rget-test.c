// The result of an r-form is read after an MPI_Test, whatever that says.
// synchronisation: request
// ranks: 2
// rule: MM-BUF-1
// mended: it is tested until it is complete.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        int done = 0;
        MPI_Rget(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);  // race: first
        WRONG(MPI_Test(&request, &done, MPI_STATUS_IGNORE);)
        RIGHT(while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);)
        use(data[0]);  // race: second
        if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
