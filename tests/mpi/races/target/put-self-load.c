// A rank puts to itself and reads its own window before the put is complete.
// synchronisation: lock_all
// ranks: 1
// rule: MM-PAIR-2
// mended: flush, and MPI_Win_sync for the separate model.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 7;
    MPI_Win_lock_all(0, win);
    MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(0, win); MPI_Win_sync(win);)
    use(window[0]);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
