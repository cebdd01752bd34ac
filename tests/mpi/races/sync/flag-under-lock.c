// A lock guards data of another window: whether it has been granted is known when what it guards has been fetched.
// synchronisation: lock
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock/flag-under-lock
// mended: the data are fetched after that.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int data[2] = {1, 2}, guard = 0, seen = 0;
    MPI_Win guarded;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(&guard, sizeof(guard), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &guarded);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(2, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, guarded);
        MPI_Put(data, 1, MPI_INT, 2, 0, 1, MPI_INT, guarded);
        MPI_Win_unlock(2, guarded);
    }
    while (rank == 1 && seen != 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, guarded);
        MPI_Get(&seen, 1, MPI_INT, 2, 0, 1, MPI_INT, guarded);
        RIGHT(MPI_Win_flush_local(2, guarded);)
        if (WRONG(1 ||) seen == 1) MPI_Get(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Win_flush_local(2, guarded); MPI_Win_flush_local(2, win);)
        MPI_Win_unlock(2, guarded);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&guarded);
    return end_with_window();
}
