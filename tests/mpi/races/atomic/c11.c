// An atomic operation of the language is none of MPI's.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Accumulate to the own window.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 0) {
        WRONG(__atomic_fetch_add(&window[0], 1, __ATOMIC_SEQ_CST);)  // race: second
        RIGHT(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
