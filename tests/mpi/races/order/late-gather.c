// Who calls MPI_Gather last, and is not its root, does not know of the others.
// synchronisation: MPI_Gather
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Allgather tells everybody.
#include "tests/mpi/races/race.h"

#include <unistd.h>

int main(void) {
    begin_with_window();
    int of_all[3] = {0};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) usleep(100);
    WRONG(MPI_Gather(&rank, 1, MPI_INT, of_all, 1, MPI_INT, 0, MPI_COMM_WORLD);)
    RIGHT(MPI_Allgather(&rank, 1, MPI_INT, of_all, 1, MPI_INT, MPI_COMM_WORLD);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
