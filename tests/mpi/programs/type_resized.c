// A resized type moves from one element to the next by its extent.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {-1, -1, -1, -1}, mine[8] = {0, 9, 1, 9, 2, 9, 3, 9};
    MPI_Datatype pair;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &pair);
    MPI_Type_commit(&pair);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 4, pair, (rank + 1) % size, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; ++i) EXPECT(memory[i] == i);
    MPI_Type_free(&pair);
    MPI_Win_free(&win);
}
