// Who adds last to a counter, as the values show, reads what all have put.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// mended: flush before the counter is added to.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, before = 0, data[3];
    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(0, win);)
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 8, MPI_SUM, win);
    MPI_Win_flush(0, win);
    if (before == size - 1) MPI_Get(data, 3, MPI_INT, 0, 0, 3, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
