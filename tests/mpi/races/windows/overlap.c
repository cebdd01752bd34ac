// Two windows over one memory: a fence of one says nothing to the other's public copy.
// synchronisation: fence
// ranks: 2
// wrong under: separate
// rule: MM-COPY-3
// scenario: windows/overlap
// mended: fences of both.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win other;
    int got;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, other);
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_fence(0, win);
    RIGHT(MPI_Win_fence(0, other);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    return end_with_window();
}
