// Two windows over the halves of one array.
// synchronisation: fence
// ranks: 3
// rule: MM-COPY-3
// mended: they do not overlap.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Win other;
    MPI_Win_create(window, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(window + WRONG(7) RIGHT(8), 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 7, 1, MPI_INT, win);    // race: first
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    return end();
}
