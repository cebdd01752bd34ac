// The source of an accumulate is the variable of a loop.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: each has a variable of its own.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int terms[3] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int i = 0; i < 3; ++i) {
            int* term = &terms[WRONG(0) RIGHT(i)];
            *term = i + 1;                                                     // race: second
            MPI_Accumulate(term, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
