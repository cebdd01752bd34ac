// Two windows lie over the same memory, and a put through each to the same place.
// synchronisation: fence
// ranks: 3
// rule: MM-COPY-3
// mended: one after the other, each with fences.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win); MPI_Win_fence(0, other);)
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    return end_with_window();
}
