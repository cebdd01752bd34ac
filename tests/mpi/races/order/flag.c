// A flag that is set by MPI_Accumulate and fetched until it is: what was complete before is ordered.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/flag-before-flush
// mended: flush before the flag is set.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, one = 1, flag = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
        MPI_Accumulate(&one, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    }
    if (rank == 2) {
        while (flag == 0) {
            MPI_Fetch_and_op(NULL, &flag, MPI_INT, 2, 8, MPI_NO_OP, win);
            MPI_Win_flush(2, win);
        }
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
