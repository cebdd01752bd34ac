// The owner reads what it attached while another rank puts there.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: it reads memory that is attached but not put to.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window));
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(window, 2, MPI_INT, 0, base, 2, MPI_INT, win);  // race: first
    if (rank == 0) use(window[WRONG(1) RIGHT(2)]);                         // race: second
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, window);
    MPI_Win_free(&win);
    return end();
}
