// For a get MPI_Wait is all that is needed: then somebody else may put, if he knows.
// synchronisation: request
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/get-then-told
// mended: he is told when the request is complete, not before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rget(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &request);  // race: first
        WRONG(tell(1);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(tell(1);)
    }
    if (rank == 1) {
        hear(0);
        MPI_Put(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
