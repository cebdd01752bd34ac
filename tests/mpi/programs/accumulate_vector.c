// A sum whose target is a vector.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    double memory[6] = {0, 0, 0, 0, 0, 0}, mine[3] = {1, 2, rank};
    MPI_Datatype every_other;
    MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(double));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 3, MPI_DOUBLE, 0, 0, 1, every_other, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        const double wanted[6] = {size, 0, 2 * size, 0, size * (size - 1) / 2, 0};
        for (int i = 0; i < 6; ++i) EXPECT(memory[i] == wanted[i]);
    }
    MPI_Win_free(&win);
    MPI_Type_free(&every_other);
}
