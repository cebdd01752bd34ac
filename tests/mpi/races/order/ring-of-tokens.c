// A token goes round; whoever has it puts.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: the put is complete before the token is passed on.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank > 0) hear(rank - 1);
    MPI_Put(&rank, 1, MPI_INT, 0, 5, 1, MPI_INT, win);  // race: both
    RIGHT(MPI_Win_flush(0, win);)
    if (rank < 3) tell(rank + 1);
    MPI_Win_unlock_all(win);
    return end_with_window();
}
