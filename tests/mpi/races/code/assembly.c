// The program's own assembly changes a cell.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: it waits for the other rank.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    if (rank == 0) __asm__ volatile("lock addl\t$1, %0" : "+m"(window[0]));  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
