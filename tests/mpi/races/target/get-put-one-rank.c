// A rank puts to what it gets, in one epoch.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-1
// mended: to the place behind it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {1, 2};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);                      // race: first
        MPI_Put(data + 2, 2, MPI_INT, 1, WRONG(1) RIGHT(2), 2, MPI_INT, win);  // race: second
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    return end_with_window();
}
