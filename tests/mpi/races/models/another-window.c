// What came through one window is read through another over the same memory: two copies of it have to be made equal.
// synchronisation: fence
// ranks: 2
// wrong under: separate
// rule: MM-COPY-3
// scenario: advice/fence-then-other-window
// mended: a fence on the second window follows that on the first.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 0;
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    WRONG(MPI_Win_fence(0, other);)
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_fence(0, other);)
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    return end_with_window();
}
