// Two ranks put to one place of a third.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// scenario: fence/put-put
// mended: each has a place of its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(0) RIGHT(rank), 1, MPI_INT, win);  // race: both
    MPI_Win_fence(0, win);
    return end_with_window();
}
