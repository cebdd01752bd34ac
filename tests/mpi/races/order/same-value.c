// A flag is set to the value that it had: who finds it knows nothing.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/same-value
// mended: another value, and who reads waits for it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 7, flag = WRONG(0) RIGHT(1), seen = 0, got;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&data, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(2, win);
        MPI_Accumulate(&flag, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    }
    if (rank == 1) {
        do {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 2, 8, MPI_NO_OP, win);
            MPI_Win_flush(2, win);
        } while (seen != flag);
        MPI_Get(&got, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
