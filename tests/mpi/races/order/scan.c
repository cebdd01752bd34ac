// A scan tells a rank of those before it.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: the later rank reads.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int first = WRONG(2) RIGHT(1), second = WRONG(1) RIGHT(2);
    int sum = 0;
    if (rank == first) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == second) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    return end_with_window();
}
