// An accumulate into every second element: a type with another extent still consists of one basic type.
// SMPI's own: it applies the operator to MPI_LB, too, and ends
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[6] = {1, 2, 3, 4, 5, 6}, mine[3] = {10, 20, 30};
    MPI_Datatype second;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &second);
    MPI_Type_commit(&second);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 3, MPI_INT, (rank + 1) % size, 0, 3, second, MPI_SUM, win);
    MPI_Win_fence(0, win);
    const int wanted[6] = {11, 2, 23, 4, 35, 6};
    for (int i = 0; i < 6; ++i) EXPECT(memory[i] == wanted[i]);
    MPI_Type_free(&second);
    MPI_Win_free(&win);
}
