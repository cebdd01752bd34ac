// A vector with a negative stride reaches below its displacement.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: what is above is free.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[3] = {1, 2, 3};
    MPI_Datatype type;
    MPI_Type_vector(3, 1, -2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(data, 3, MPI_INT, 0, 4, 1, type, win);                     // race: first
    if (rank == 2) MPI_Put(data, 2, MPI_INT, 0, WRONG(2) RIGHT(5), 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    return end_with_window();
}
