// The bytes of a double are looked at as letters.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: those of another double.
#include "tests/mpi/races/race.h"

static union {
    double number;
    char letters[8];
} data[2];

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(&data[0].number, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);  // race: first
        use(data[WRONG(0) RIGHT(1)].letters[3]);                            // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
