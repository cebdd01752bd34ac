// Blocks of several elements of a derived type: each begins an extent after the one before, wherever its bounds lie.
// SMPI's own: it adds the lower bound between the elements of a block
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[5] = {0, 0, 0, 0, 0}, mine[12];
    for (int i = 0; i < 12; ++i) mine[i] = i + 100 * rank;
    MPI_Datatype second, blocks;
    MPI_Type_create_resized(MPI_INT, sizeof(int), 2 * sizeof(int), &second);
    const int lengths[2] = {3, 2}, places[2] = {0, 4};
    MPI_Type_indexed(2, lengths, places, second, &blocks);
    MPI_Type_commit(&blocks);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, blocks, (rank + 1) % size, 0, 5, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int wanted[5] = {0, 2, 4, 8, 10}, left = (rank + size - 1) % size;
    for (int i = 0; i < 5; ++i) EXPECT(memory[i] == wanted[i] + 100 * left);
    MPI_Type_free(&blocks);
    MPI_Type_free(&second);
    MPI_Win_free(&win);
}
