// MINLOC and MAXLOC of all pairs of C: the least value, and of equal ones the smaller index.
#include "tests/mpi/programs/check.h"

#define TRY(mpi, type)                                                                         \
    do {                                                                                       \
        struct {                                                                               \
            type value;                                                                        \
            int index;                                                                         \
        } memory[2], mine;                                                                     \
        memset(memory, 0, sizeof(memory));                                                     \
        memset(&mine, 0, sizeof(mine));                                                        \
        memory[0].value = memory[1].value = 50;                                                \
        memory[0].index = memory[1].index = 99;                                                \
        mine.value = (type)(50 + rank / 2 - size / 4); /* 49 49 50 50 of four */               \
        mine.index = 100 + rank;                                                               \
        MPI_Win win = window_over(memory, sizeof(memory), sizeof(memory[0]));                  \
        MPI_Win_fence(0, win);                                                                 \
        MPI_Accumulate(&mine, 1, mpi, 0, 0, 1, mpi, MPI_MINLOC, win);                          \
        MPI_Accumulate(&mine, 1, mpi, 0, 1, 1, mpi, MPI_MAXLOC, win);                          \
        MPI_Win_fence(0, win);                                                                 \
        if (rank == 0) EXPECT(memory[0].value == 50 - size / 4 && memory[0].index == 100);     \
        if (rank == 0) EXPECT(memory[1].value == 50 && memory[1].index == 99);                 \
        MPI_Win_free(&win);                                                                    \
    } while (0)

void test(int rank, int size) {
    TRY(MPI_2INT, int);
    TRY(MPI_SHORT_INT, short);
    TRY(MPI_LONG_INT, long);
    TRY(MPI_FLOAT_INT, float);
    TRY(MPI_DOUBLE_INT, double);
    TRY(MPI_LONG_DOUBLE_INT, long double);
}
