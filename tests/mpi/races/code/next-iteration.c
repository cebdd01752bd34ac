// A loop stores to the buffer that its last iteration has put.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: two buffers in turn, with a flush of the one before.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int i = 0; i < 4; ++i) {
            int* buffer = &data[WRONG(0) RIGHT(i % 2)];
            *buffer = i;                                         // race: second
            MPI_Put(buffer, 1, MPI_INT, 1, i, 1, MPI_INT, win);  // race: first
            RIGHT(if (i % 2 == 1) MPI_Win_flush_local(1, win);)
        }
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
