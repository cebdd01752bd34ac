// Who receives an answer knows what came before it.
// synchronisation: messages
// ranks: 2
// rule: MM-PAIR-2
// mended: the put waits for the answer.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 0) {
        hear(1);
        use(window[3]);  // race: second
        tell(1);
    } else {
        tell(0);
        RIGHT(hear(0);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        WRONG(hear(0);)
    }
    return end_with_window();
}
