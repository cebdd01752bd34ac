// Of two messages with the same tag the one is received that was sent before a put.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: the second is received, too.
#include "tests/mpi/races/race.h"

#include <unistd.h>

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        tell(2);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        tell(2);
    }
    if (rank == 2) {
        usleep(100);
        hear(1);
        RIGHT(hear(1);)
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        WRONG(hear(1);)
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
