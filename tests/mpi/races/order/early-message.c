// Of two messages the one that was sent before a put is received, then the put's place is read. How late it is does not
// matter.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: the later one is received, too.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 2, 5, MPI_COMM_WORLD);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        MPI_Send(NULL, 0, MPI_INT, 2, 6, MPI_COMM_WORLD);
    }
    for (int i = 0; i < 20; ++i) {
        if (rank == 2) tell(3), hear(3);
        if (rank == 3) hear(2), tell(2);
    }
    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        RIGHT(MPI_Recv(NULL, 0, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Recv(NULL, 0, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
