// The window's info says that the program needs no order of accumulates, but it does.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ACC-1
// scenario: lock_all/accumulates-unordered
// mended: the first one is complete before the second is called.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Info info;
    int two = 2;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_create(window, sizeof(window), sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
