// Of the orders of accumulates the window keeps that of reads, where writes matter.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ACC-1
// mended: it keeps that of writes, too.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Info info;
    int two = 2;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", WRONG("rar") RIGHT("rar,waw"));
    MPI_Win_create(window, sizeof(window), sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);   // race: first
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
