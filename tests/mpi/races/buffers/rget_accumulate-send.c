// A message is sent from the result buffer of an operation that is under way.
// synchronisation: request
// ranks: 2
// rule: MM-BUF-1
// mended: the request is waited for.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int add[2] = {1, 2}, old[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rget_accumulate(add, 2, MPI_INT, old, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Send(old, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else if (rank == 1) {
        MPI_Recv(old, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
