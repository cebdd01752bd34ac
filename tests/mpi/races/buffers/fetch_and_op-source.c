// The operand of a fetching operation is changed while that is under way; only its result may be waited for by a flush.
// synchronisation: lock_all
// ranks: 3
// rule: MM-BUF-1
// mended: the flush is of the target of the operation.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Fetch_and_op(&one, &found, MPI_INT, 1, 0, MPI_SUM, win);  // race: first
        MPI_Win_flush(WRONG(2) RIGHT(1), win);
        one = 2;  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
