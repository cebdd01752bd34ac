// The old values that MPI_Get_accumulate fetches are read too early.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush completes it.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int added[2] = {1, 2}, old[2] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get_accumulate(added, 2, MPI_INT, old, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        use(old[1]);  // race: second
        MPI_Win_unlock(1, win);
    }
    return end_with_window();
}
