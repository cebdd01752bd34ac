// Two puts and a send may read one buffer at the same time; a get may not bring data into it.
// synchronisation: lock_all
// ranks: 3
// rule: MM-BUF-1
// mended: all of them read.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);         // race: first
        WRONG(MPI_Get(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);)  // race: second
        RIGHT(MPI_Put(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win); MPI_Send(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    }
    RIGHT(if (rank == 1) MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    MPI_Win_unlock_all(win);
    return end_with_window();
}
