// The same operation on one element, but as another type.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// mended: the same type, and MPI_Fetch_and_op beside MPI_Accumulate.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int two = 2, old;
    const MPI_Datatype type = WRONG(MPI_UNSIGNED) RIGHT(MPI_INT);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 2) MPI_Fetch_and_op(&two, &old, type, 0, 0, MPI_SUM, win);            // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
