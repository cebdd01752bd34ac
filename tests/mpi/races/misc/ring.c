// Each rank puts to its right neighbour, and gets from its left one.
// synchronisation: fence
// ranks: 4
// rule: MM-PAIR-1
// mended: the get is of another cell.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);                         // race: first
    MPI_Get(&data, 1, MPI_INT, (rank + size - 1) % size, WRONG(0) RIGHT(1), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
