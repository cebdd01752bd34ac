// Only one of the two pointers that a condition chooses from is in use.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the other one.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, other[2] = {3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        int* chosen = size WRONG(==) RIGHT(!=) 2 ? data : other;
        chosen[1]++;  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
