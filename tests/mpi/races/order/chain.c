// A message chain through a third rank orders; told by somebody who was not told, nobody knows.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: each waits to be told.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(2);
    }
    if (rank == 2) {
        RIGHT(hear(1);)
        tell(3);
        WRONG(hear(1);)
    }
    if (rank == 3) {
        hear(2);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
