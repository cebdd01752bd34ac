// A lock of the program's own, by MPI_Compare_and_swap, guards what is counted up by a get and a put.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/swap-lock
// mended: what it guards is complete before it is given back.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int mine = 1, nobody = 0, found = 1, guarded;
    MPI_Win_lock_all(0, win);
    while (found != 0) {
        MPI_Compare_and_swap(&mine, &nobody, &found, MPI_INT, 0, 8, win);
        MPI_Win_flush(0, win);
    }
    MPI_Get(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_flush(0, win);
    ++guarded;
    MPI_Put(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second, both
    RIGHT(MPI_Win_flush(0, win);)
    MPI_Accumulate(&nobody, 1, MPI_INT, 0, 8, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock_all(win);
    return end_with_window();
}
