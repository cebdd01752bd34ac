// What MPI_Compare_and_swap compares with is a buffer, too.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/swap-buffers
// mended: MPI_Win_flush_local_all comes before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int mine = 1, expected = 0, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Compare_and_swap(&mine, &expected, &found, MPI_INT, 1, 0, win);  // race: first
        RIGHT(MPI_Win_flush_local_all(win);)
        expected = 1;  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
