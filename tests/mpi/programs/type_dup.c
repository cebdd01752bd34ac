// A duplicate outlives the type that it was made of.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[3] = {0, 0, 0}, mine[3] = {1, 2, 3};
    MPI_Datatype three, copy;
    MPI_Type_contiguous(3, MPI_INT, &three);
    MPI_Type_commit(&three);
    MPI_Type_dup(three, &copy);
    MPI_Type_free(&three);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, copy, (rank + 1) % size, 0, 1, copy, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 1 && memory[2] == 3);
    MPI_Type_free(&copy);
    MPI_Win_free(&win);
}
