// The owner reads between MPI_Win_post and MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// scenario: pscw/put-load
// mended: behind MPI_Win_wait.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        WRONG(use(window[0]);)  // race: second
        MPI_Win_wait(win);
        use(window[0]);
    }
    MPI_Group_free(&other);
    return end_with_window();
}
