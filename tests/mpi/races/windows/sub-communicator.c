// Ranks of a window are those of its communicator.
// synchronisation: fence
// ranks: 4
// rule: MM-PAIR-1
// mended: rank 2 of the world is rank 1 of the reversed communicator.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    MPI_Comm reversed;
    int place;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &place);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, reversed, &win);
    MPI_Comm_free(&reversed);
    MPI_Win_fence(0, win);
    if (place == 1) MPI_Put(&rank, 1, MPI_INT, 3, 2, 1, MPI_INT, win);                           // race: first
    if (rank == WRONG(1) RIGHT(2)) MPI_Put(&rank, 1, MPI_INT, 3, 2 RIGHT(+1), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
