// A rank loads again what it has loaded before a barrier.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: the put is elsewhere.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const long* const cell = (const long*)window;
    MPI_Win_lock_all(0, win);
    if (rank == 0) use((int)cell[2]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(4) RIGHT(6), 1, MPI_INT, win);  // race: first
    if (rank == 0) use((int)cell[2]);                                                  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
