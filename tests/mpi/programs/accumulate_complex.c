// Sums and products of complex numbers of all lengths, and of long double.
#include "tests/mpi/programs/check.h"

#include <complex.h>

#define TRY(mpi, type)                                                                              \
    do {                                                                                            \
        type memory[2] = {1, I};                                                                    \
        const type add = 1 + 2 * I, turn = I;                                                       \
        MPI_Win win = window_over(memory, sizeof(memory), sizeof(type));                            \
        MPI_Win_fence(0, win);                                                                      \
        MPI_Accumulate(&add, 1, mpi, 0, 0, 1, mpi, MPI_SUM, win);                                   \
        MPI_Accumulate(&turn, 1, mpi, 0, 1, 1, mpi, MPI_PROD, win);                                 \
        MPI_Win_fence(0, win);                                                                      \
        /* i, turned four times by 90 degrees */                                                    \
        if (rank == 0) EXPECT(memory[0] == (type)(1 + size + 2 * size * I) && memory[1] == (type)I); \
        MPI_Win_free(&win);                                                                         \
    } while (0)

void test(int rank, int size) {
    TRY(MPI_C_FLOAT_COMPLEX, float complex);
    TRY(MPI_C_DOUBLE_COMPLEX, double complex);
    TRY(MPI_C_LONG_DOUBLE_COMPLEX, long double complex);
    long double memory[3] = {0.5L, 1e300L, 5}, mine[3] = {rank, 1e10L, -rank};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(long double));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 1, MPI_LONG_DOUBLE, 0, 0, 1, MPI_LONG_DOUBLE, MPI_SUM, win);
    MPI_Accumulate(mine + 1, 1, MPI_LONG_DOUBLE, 0, 1, 1, MPI_LONG_DOUBLE, MPI_PROD, win);
    MPI_Accumulate(mine + 2, 1, MPI_LONG_DOUBLE, 0, 2, 1, MPI_LONG_DOUBLE, MPI_MIN, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        long double product = 1e300L;  // beyond what a double holds
        for (int i = 0; i < size; ++i) product *= 1e10L;
        EXPECT(memory[0] == 0.5L + size * (size - 1) / 2 && memory[1] == product && memory[2] == 1 - size);
    }
    MPI_Win_free(&win);
}
