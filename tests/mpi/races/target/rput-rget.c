// MPI_Wait of an r-form is only local completion; a barrier behind it says nothing of the target.
// synchronisation: request
// ranks: 3
// rule: MM-PAIR-1
// mended: flush before the barrier.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rput(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Win_flush(2, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Rget(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &request);  // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
