// Every predefined operator on integers, from all ranks to rank 0.
#include "tests/mpi/programs/check.h"

static int combined(MPI_Op op, int start, int size) {
    int value = start;
    for (int i = 0; i < size; ++i) {
        const int one = i + 1;
        if (op == MPI_SUM) value += one;
        if (op == MPI_PROD) value *= one;
        if (op == MPI_MIN && one < value) value = one;
        if (op == MPI_MAX && one > value) value = one;
        if (op == MPI_BAND) value &= one;
        if (op == MPI_BOR) value |= one;
        if (op == MPI_BXOR) value ^= one;
        if (op == MPI_LAND) value = value && one;
        if (op == MPI_LOR) value = value || one;
        if (op == MPI_LXOR) value = !value != !one;
    }
    return value;
}

void test(int rank, int size) {
    const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_BAND,
                          MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); ++i) {
        int memory = 3, mine = rank + 1;
        MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
        MPI_Win_fence(0, win);
        MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, ops[i], win);
        MPI_Win_fence(0, win);
        EXPECT(memory == (rank == 0 ? combined(ops[i], 3, size) : 3));
        MPI_Win_free(&win);
    }
}
