// The entries of a put's origin type may overlap: the same numbers go to several places.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[6] = {0, 0, 0, 0, 0, 0}, mine[3] = {5, 6, 7};
    const int lengths[3] = {2, 2, 2}, places[3] = {0, 1, 0};
    MPI_Datatype twice;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &twice);
    MPI_Type_commit(&twice);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, twice, (rank + 1) % size, 0, 6, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int wanted[6] = {5, 6, 6, 7, 5, 6};
    for (int i = 0; i < 6; ++i) EXPECT(memory[i] == wanted[i]);
    MPI_Type_free(&twice);
    MPI_Win_free(&win);
}
