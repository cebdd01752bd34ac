// What a get brings is sent on by a put before it has come.
// synchronisation: lock_all
// ranks: 3
// rule: MM-BUF-1
// mended: MPI_Win_flush_local: for a get local completion is enough.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        MPI_Put(data, 4, MPI_INT, 2, 0, 4, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
