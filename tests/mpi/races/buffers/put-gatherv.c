// MPI_Gatherv brings data to where a put takes its own.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it brings them elsewhere.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    const int counts[2] = {1, 1}, places[2] = {0, WRONG(2) RIGHT(3)};
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data + 2, 1, MPI_INT, 1, 0, 1, MPI_INT, win);               // race: first
    MPI_Gatherv(&rank, 1, MPI_INT, data, counts, places, MPI_INT, 0, MPI_COMM_WORLD);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
