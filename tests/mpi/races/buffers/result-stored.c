// The result buffer of a get is stored to within the access epoch.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// mended: behind MPI_Win_complete.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {0};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Get(data, 4, MPI_INT, 1, 2, 4, MPI_INT, win);  // race: first
        WRONG(data[1] = 7;)                                // race: second
        MPI_Win_complete(win);
        RIGHT(data[1] = 7;)
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    return end_with_window();
}
