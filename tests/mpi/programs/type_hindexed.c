// Blocks at displacements in bytes, at the origin.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[3] = {0, 0, 0}, mine[6];
    for (int i = 0; i < 6; ++i) mine[i] = i + 10 * rank;
    const int lengths[2] = {1, 2};
    const MPI_Aint places[2] = {5 * sizeof(int), sizeof(int)};
    MPI_Datatype some;
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &some);
    MPI_Type_commit(&some);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, some, (rank + 1) % size, 0, 3, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int from = 10 * ((rank + size - 1) % size);
    EXPECT(memory[0] == from + 5 && memory[1] == from + 1 && memory[2] == from + 2);
    MPI_Type_free(&some);
    MPI_Win_free(&win);
}
