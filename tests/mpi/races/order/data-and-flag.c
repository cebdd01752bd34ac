// Data under one lock, a flag under the next; who finds the flag reads the data.
// synchronisation: locks
// ranks: 3
// rule: MM-PAIR-1
// right scenario: lock/data-and-flag
// mended: exclusive locks, and who does not find it does not read.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int type = WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE);
    int one = 1, flag = 0, data;
    if (rank == 1) {
        MPI_Win_lock(type, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Win_lock(type, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) {
        MPI_Win_lock(type, 0, 0, win);
        MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_unlock(0, win);
        if (WRONG(1 ||) flag == 1) {
            MPI_Win_lock(type, 0, 0, win);
            MPI_Get(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: second
            MPI_Win_unlock(0, win);
        }
    }
    return end_with_window();
}
