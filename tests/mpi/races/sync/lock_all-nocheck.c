// MPI_MODE_NOCHECK of MPI_Win_lock_all changes nothing: shared locks order nobody anyway.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: a flush and a message.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win); tell(2);)
    }
    if (rank == 2) {
        RIGHT(hear(1);)
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
