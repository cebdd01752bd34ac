// A matrix is transposed: columns of the origin become rows of the target.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    double memory[3][4], mine[4][3];
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 3; ++j) mine[i][j] = 10 * i + j + 100 * rank;
    }
    MPI_Datatype column, next;
    MPI_Type_vector(4, 1, 3, MPI_DOUBLE, &column);
    MPI_Type_create_resized(column, 0, sizeof(double), &next);
    MPI_Type_commit(&next);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(double));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 3, next, (rank + 1) % size, 0, 12, MPI_DOUBLE, win);
    MPI_Win_fence(0, win);
    const int from = 100 * ((rank + size - 1) % size);
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 4; ++i) EXPECT(memory[j][i] == 10 * i + j + from);
    }
    MPI_Type_free(&column);
    MPI_Type_free(&next);
    MPI_Win_free(&win);
}
