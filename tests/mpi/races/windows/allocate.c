// Memory that MPI allocates.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the load is of the rank's other cell.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int* cells;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);  // race: first
    use(cells[WRONG(0) RIGHT(1)]);                                      // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
