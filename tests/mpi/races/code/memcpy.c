// memcpy overwrites the end of what a put sends.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it ends before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[8] = {0}, others[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data + 3, 5, MPI_INT, 1, 0, 5, MPI_INT, win);   // race: first
        memcpy(data, others, WRONG(4) RIGHT(3) * sizeof(int));  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
