// Sums of integers and floating-point numbers of all lengths.
#include "tests/mpi/programs/check.h"

#define TRY(mpi, type)                                                                                              \
    do {                                                                                                            \
        type memory[2] = {1, 2}, mine[2] = {(type)(rank + 1), (type)2};                                             \
        MPI_Win win = window_over(memory, sizeof(memory), sizeof(type));                                            \
        MPI_Win_fence(0, win);                                                                                      \
        MPI_Accumulate(mine, 2, mpi, 0, 0, 2, mpi, MPI_SUM, win);                                                   \
        MPI_Win_fence(0, win);                                                                                      \
        if (rank == 0) EXPECT(memory[0] == (type)(1 + size * (size + 1) / 2) && memory[1] == (type)(2 + 2 * size)); \
        MPI_Win_free(&win);                                                                                         \
    } while (0)

void test(int rank, int size) {
    TRY(MPI_SHORT, short);
    TRY(MPI_UNSIGNED_SHORT, unsigned short);
    TRY(MPI_INT, int);
    TRY(MPI_UNSIGNED, unsigned);
    TRY(MPI_LONG, long);
    TRY(MPI_UNSIGNED_LONG, unsigned long);
    TRY(MPI_LONG_LONG, long long);
    TRY(MPI_FLOAT, float);
    TRY(MPI_DOUBLE, double);
}
