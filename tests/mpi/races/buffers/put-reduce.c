// MPI_Reduce brings a sum to where a put takes its data.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the other rank is the root, which alone has the sum.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);                  // race: first
    MPI_Reduce(&rank, data, 1, MPI_INT, MPI_SUM, WRONG(0) RIGHT(1), MPI_COMM_WORLD);  // race: second
    MPI_Win_unlock_all(win);
    return end_with_window();
}
