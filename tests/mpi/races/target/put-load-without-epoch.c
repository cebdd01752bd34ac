// A put, and a load of the owner, which has no epoch.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// scenario: lock_all/load-store-put
// mended: the put is complete, the owner was told, and its copies are equal.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock_all(win);
        RIGHT(tell(1);)
    } else {
        RIGHT(hear(0); MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);)
        use(window[0]);  // race: second
        RIGHT(MPI_Win_unlock(1, win);)
    }
    return end_with_window();
}
