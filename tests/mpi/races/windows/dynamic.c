// Two puts into memory that was attached to a dynamic window.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: into two pieces that lie side by side.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window) / 2);
    MPI_Win_attach(win, window + 8, sizeof(window) / 2);
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(window, 1, MPI_INT, 0, base + 28, 1, MPI_INT, win);                   // race: first
    if (rank == 2) MPI_Put(window, 1, MPI_INT, 0, base + WRONG(28) RIGHT(32), 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, window);
    MPI_Win_detach(win, window + 8);
    MPI_Win_free(&win);
    return end();
}
