// The owner stores beside what others put between MPI_Win_post and MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// wrong under: separate
// rule: MM-PAIR-3
// scenario: pscw/store-while-exposed
// mended: before MPI_Win_post.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
    } else {
        RIGHT(window[8] = 1;)
        MPI_Win_post(other, 0, win);
        WRONG(window[8] = 1;)  // race: second
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    return end_with_window();
}
