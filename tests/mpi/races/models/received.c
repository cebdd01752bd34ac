// A message is received into a window, and another rank gets what it brought.
// synchronisation: lock_all
// ranks: 3
// wrong under: separate
// rule: MM-COPY-1
// mended: MPI_Win_sync follows the receive.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(window, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: first
        RIGHT(MPI_Win_sync(win);)
        tell(2);
    }
    if (rank == 2) {
        hear(0);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
