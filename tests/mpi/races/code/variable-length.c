// An array of variable length on the stack.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the element behind what is put.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        const int length = 10 * size;
        int data[length];
        for (int i = 0; i < length; ++i) data[i] = i;
        MPI_Put(data + 3, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        data[length / 2 - WRONG(4) RIGHT(3)] = 0;              // race: second
        MPI_Win_flush(1, win);
        keep(data);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
