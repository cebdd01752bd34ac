// The owner reads where others add.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: it fetches the value with MPI_NO_OP.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 0) {
        WRONG(found = window[0];) RIGHT(MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, 0, MPI_NO_OP, win);)  // race: second
    }
    MPI_Win_unlock_all(win);
    use(found);
    return end_with_window();
}
