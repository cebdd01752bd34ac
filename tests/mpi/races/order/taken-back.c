// A flag that an accumulate sets is taken back by a put.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// right scenario: values/taken-back
// mended: by who has found it set.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, zero = 0, seen = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Accumulate(&one, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);  // race: first
    if (rank == 1) {
        while (WRONG(0 &&) seen == 0) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 2, 8, MPI_NO_OP, win);
            MPI_Win_flush(2, win);
        }
        MPI_Put(&zero, 1, MPI_INT, 2, 8, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
