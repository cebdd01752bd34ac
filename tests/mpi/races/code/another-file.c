// A function of another file reads what a get is bringing.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// second: elsewhere.c
// mended: it is called when the get is complete.
#include "tests/mpi/races/elsewhere.h"
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        use(sum_of(data, 4));
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
