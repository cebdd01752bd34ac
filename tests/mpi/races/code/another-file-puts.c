// A function of another file puts, and the put is not complete when it returns.
// synchronisation: flush
// ranks: 2
// rule: MM-BUF-1
// first: elsewhere.c
// mended: another function that flushes.
#include "tests/mpi/races/elsewhere.h"
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        WRONG(put_to(data, 1, win);)
        RIGHT(put_whole(data, 1, win);)
        data[0] = 1;  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
