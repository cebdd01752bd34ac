// A block of a matrix, at both ends.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[24], from[24];
    for (int i = 0; i < 24; ++i) memory[i] = -1, from[i] = 100 * rank + i;
    const int sizes[2] = {4, 6}, part[2] = {2, 3}, first[2] = {1, 2};
    MPI_Datatype block;
    MPI_Type_create_subarray(2, sizes, part, first, MPI_ORDER_C, MPI_INT, &block);
    MPI_Type_commit(&block);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(from, 1, block, (rank + 1) % size, 0, 1, block, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 24; ++i) {
        const int inside = i / 6 >= 1 && i / 6 < 3 && i % 6 >= 2 && i % 6 < 5;
        EXPECT(memory[i] == (inside ? 100 * left + i : -1));
    }
    MPI_Win_free(&win);
    MPI_Type_free(&block);
}
