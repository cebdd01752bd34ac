// Memory is detached while another rank puts to its last cell.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ATT-1
// scenario: windows/detach-beside-put
// mended: the put is complete, and a message says so.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window));
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, base + 60, 1, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        MPI_Win_detach(win, window);  // race: second
    }
    MPI_Win_unlock_all(win);
    if (rank == 1) MPI_Win_detach(win, window);
    MPI_Win_free(&win);
    return end();
}
