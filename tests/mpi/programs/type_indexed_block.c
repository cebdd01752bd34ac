// Blocks of one length at places without an order, at the origin.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0}, mine[10];
    for (int i = 0; i < 10; ++i) mine[i] = i + 100 * rank;
    const int places[2] = {6, 1};
    MPI_Datatype some;
    MPI_Type_create_indexed_block(2, 2, places, MPI_INT, &some);
    MPI_Type_commit(&some);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, some, (rank + 1) % size, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int from = 100 * ((rank + size - 1) % size);
    EXPECT(memory[0] == from + 6 && memory[1] == from + 7 && memory[2] == from + 1 && memory[3] == from + 2);
    MPI_Type_free(&some);
    MPI_Win_free(&win);
}
