// Puts of MPI's own datatypes to the right neighbour.
#include "tests/mpi/programs/check.h"

#define TRY(mpi, type)                                                          \
    do {                                                                        \
        type from[3], memory[3] = {0, 0, 0};                                    \
        for (int i = 0; i < 3; ++i) from[i] = (type)(10 * rank + i);            \
        MPI_Win win = window_over(memory, sizeof(memory), sizeof(type));        \
        MPI_Win_fence(0, win);                                                  \
        MPI_Put(from, 3, mpi, (rank + 1) % size, 0, 3, mpi, win);               \
        MPI_Win_fence(0, win);                                                  \
        const int left = (rank + size - 1) % size;                              \
        for (int i = 0; i < 3; ++i) EXPECT(memory[i] == (type)(10 * left + i)); \
        MPI_Win_free(&win);                                                     \
    } while (0)

void test(int rank, int size) {
    TRY(MPI_CHAR, char);
    TRY(MPI_SIGNED_CHAR, signed char);
    TRY(MPI_UNSIGNED_CHAR, unsigned char);
    TRY(MPI_BYTE, unsigned char);
    TRY(MPI_SHORT, short);
    TRY(MPI_UNSIGNED_SHORT, unsigned short);
    TRY(MPI_INT, int);
    TRY(MPI_UNSIGNED, unsigned);
    TRY(MPI_LONG, long);
    TRY(MPI_UNSIGNED_LONG, unsigned long);
    TRY(MPI_LONG_LONG, long long);
    TRY(MPI_FLOAT, float);
    TRY(MPI_DOUBLE, double);
    TRY(MPI_LONG_DOUBLE, long double);
}
