// Accumulates: their operators, types, order and length.
#include "tests/mpi/programs/check.h"

#include <complex.h>
#include <stdbool.h>

// program acc_all_ops: Every operator on an int.
PROGRAM(acc_all_ops) {
    int memory[10] = {5, 3, 9, 9, 12, 12, 12, 1, 0, 1};
    const int mine[10] = {2, 2, 4, 20, 6, 3, 5, 0, 7, 1};
    const MPI_Op ops[10] = {MPI_SUM, MPI_PROD, MPI_MIN,  MPI_MAX, MPI_BAND,
                            MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
    const int wanted[10] = {7, 6, 4, 20, 4, 15, 9, 0, 1, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = 0; i < 10; ++i) MPI_Accumulate(mine + i, 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, ops[i], win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 10; ++i) EXPECT(memory[i] == wanted[i]);
    MPI_Win_free(&win);
}

// program acc_concurrent: All ranks add to the same elements in one epoch: nothing is lost.
PROGRAM(acc_concurrent) {
    long memory[64];
    long mine[64];
    for (int i = 0; i < 64; ++i) memory[i] = 0, mine[i] = i + rank;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(long));
    MPI_Win_fence(0, win);
    for (int target = 0; target < size; ++target) {
        for (int k = 0; k < 3; ++k) MPI_Accumulate(mine, 64, MPI_LONG, target, 0, 64, MPI_LONG, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < 64; ++i) EXPECT(memory[i] == 3 * (size * i + size * (size - 1) / 2));
    MPI_Win_free(&win);
}

// program acc_derived: Accumulates from a vector into another one: elements correspond in the order of the types.
// SMPI's own: it takes the target's type for dense
PROGRAM(acc_derived) {
    int memory[12], mine[6] = {1, -1, 2, -1, 3, -1};
    for (int i = 0; i < 12; ++i) memory[i] = 100 * i;
    MPI_Datatype from, to;
    const int lengths[2] = {1, 2}, places[2] = {7, 2};
    MPI_Type_vector(3, 1, 2, MPI_INT, &from);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &to);
    MPI_Type_commit(&from);
    MPI_Type_commit(&to);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 1, from, (rank + 1) % size, 1, 1, to, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[8] == 801 && memory[3] == 302 && memory[4] == 403 && memory[5] == 500);
    MPI_Type_free(&from);
    MPI_Type_free(&to);
    MPI_Win_free(&win);
}

// program acc_indexed: Accumulates from one indexed type into another one. Both are freed before the operations are
// complete, which MPI allows.
PROGRAM(acc_indexed) {
    double target[10], mine[6] = {1, 2, 3, 4, 5, 6};
    for (int i = 0; i < 10; ++i) target[i] = 100;
    const int places[3] = {7, 0, 4}, lengths[3] = {1, 1, 1};
    const MPI_Aint where[3] = {0, 2 * sizeof(double), 5 * sizeof(double)};
    MPI_Datatype from, to;
    MPI_Type_create_hindexed(3, lengths, where, MPI_DOUBLE, &from);
    MPI_Type_create_indexed_block(3, 1, places, MPI_DOUBLE, &to);
    MPI_Type_commit(&from);
    MPI_Type_commit(&to);
    MPI_Win win = window_over(target, sizeof(target), sizeof(double));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int r = 0; r < size; ++r) MPI_Accumulate(mine, 1, from, r, 0, 1, to, MPI_SUM, win);
    MPI_Type_free(&from);
    MPI_Type_free(&to);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i < 10; ++i) {
        const double wanted = i == 7 ? 100 + size : i == 0 ? 100 + 3 * size : i == 4 ? 100 + 6 * size : 100;
        EXPECT(target[i] == wanted);
    }
    MPI_Win_free(&win);
    (void)rank;
}

// program acc_indexed_large: 800,000 bytes into blocks of 1 to 7 elements, which a library may send in units that end
// in the middle of a block; then they are fetched and set, in one operation.
PROGRAM(acc_indexed_large) {
    enum { BLOCKS = 25000, ROOM = 8 * BLOCKS };
    int count = 0;
    int* const lengths = malloc(BLOCKS * sizeof(int));
    int* const places = malloc(BLOCKS * sizeof(int));
    for (int i = 0; i < BLOCKS; ++i) lengths[i] = 1 + i % 7, places[i] = 8 * (BLOCKS - 1 - i), count += lengths[i];
    double* const target = malloc(ROOM * sizeof(double));
    double* const mine = malloc((size_t)count * sizeof(double));
    double* const old = malloc((size_t)count * sizeof(double));
    for (int i = 0; i < ROOM; ++i) target[i] = i;
    for (int i = 0; i < count; ++i) mine[i] = i + rank, old[i] = -1;
    MPI_Datatype to;
    MPI_Type_indexed(BLOCKS, lengths, places, MPI_DOUBLE, &to);
    MPI_Type_commit(&to);
    MPI_Win win = window_over(target, ROOM * sizeof(double), sizeof(double));
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, count, MPI_DOUBLE, right, 0, 1, to, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int block = 0, i = 0; block < BLOCKS; ++block) {
        for (int k = places[block]; k < places[block] + lengths[block]; ++k, ++i) EXPECT(target[k] == k + i + left);
    }
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(mine, count, MPI_DOUBLE, old, count, MPI_DOUBLE, right, 0, 1, to, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    for (int block = 0, i = 0; block < BLOCKS; ++block) {
        for (int k = places[block]; k < places[block] + lengths[block]; ++k, ++i) {
            EXPECT(old[i] == k + i + rank && target[k] == i + left);
        }
        for (int k = places[block] + lengths[block]; k < places[block] + 8; ++k) EXPECT(target[k] == k);
    }
    MPI_Type_free(&to);
    MPI_Win_free(&win);
    free(lengths), free(places), free(target), free(mine), free(old);
}

// program acc_extremes: Minimum and maximum know signs: -1 is less than 1, but the largest unsigned number.
PROGRAM(acc_extremes) {
    int signed_ones[2] = {0, 0};
    unsigned unsigned_ones[2] = {1, 1};
    long long wide[2] = {0, 0};
    const int minus = -1;
    const unsigned most = 0xFFFFFFFFu;
    const long long far[2] = {-(1LL << 40), 1LL << 40};
    MPI_Win a = window_over(signed_ones, sizeof(signed_ones), sizeof(int));
    MPI_Win b = window_over(unsigned_ones, sizeof(unsigned_ones), sizeof(unsigned));
    MPI_Win c = window_over(wide, sizeof(wide), sizeof(long long));
    const int right = (rank + 1) % size;
    MPI_Win_fence(0, a);
    MPI_Win_fence(0, b);
    MPI_Win_fence(0, c);
    MPI_Accumulate(&minus, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_MIN, a);
    MPI_Accumulate(&minus, 1, MPI_INT, right, 1, 1, MPI_INT, MPI_MAX, a);
    MPI_Accumulate(&most, 1, MPI_UNSIGNED, right, 0, 1, MPI_UNSIGNED, MPI_MIN, b);
    MPI_Accumulate(&most, 1, MPI_UNSIGNED, right, 1, 1, MPI_UNSIGNED, MPI_MAX, b);
    MPI_Accumulate(far, 1, MPI_LONG_LONG, right, 0, 1, MPI_LONG_LONG, MPI_MIN, c);
    MPI_Accumulate(far + 1, 1, MPI_LONG_LONG, right, 1, 1, MPI_LONG_LONG, MPI_MAX, c);
    MPI_Win_fence(0, a);
    MPI_Win_fence(0, b);
    MPI_Win_fence(0, c);
    EXPECT(signed_ones[0] == -1 && signed_ones[1] == 0);
    EXPECT(unsigned_ones[0] == 1 && unsigned_ones[1] == most);
    EXPECT(wide[0] == far[0] && wide[1] == far[1]);
    MPI_Win_free(&a);
    MPI_Win_free(&b);
    MPI_Win_free(&c);
}

// program acc_large: A long accumulate, whose pieces families may send one by one.
PROGRAM(acc_large) {
    enum { count = 40000 };
    int* memory = calloc(count, sizeof(int));
    int* mine = malloc(count * sizeof(int));
    for (int i = 0; i < count; ++i) mine[i] = i + rank;
    MPI_Win win = window_over(memory, count * sizeof(int), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, count, MPI_INT, 0, 0, count, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int i = 0; rank == 0 && i < count; i += 777) EXPECT(memory[i] == size * i + size * (size - 1) / 2);
    MPI_Win_free(&win);
    free(memory);
    free(mine);
}

// program acc_order: Accumulates of one origin to the same place happen in the order of the calls.
PROGRAM(acc_order) {
    int memory[4] = {0, 0, 0, 0};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 1; i <= 20; ++i) {
        MPI_Accumulate(&i, 1, MPI_INT, right, rank, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush_local(right, win);
    }
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(memory[(rank + size - 1) % size] == 20);
    MPI_Win_free(&win);
}

// program acc_resized: An accumulate into every second element: a type with another extent still consists of one basic
// type.
// SMPI's own: it applies the operator to MPI_LB, too, and ends
PROGRAM(acc_resized) {
    int memory[6] = {1, 2, 3, 4, 5, 6}, mine[3] = {10, 20, 30};
    MPI_Datatype second;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &second);
    MPI_Type_commit(&second);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 3, MPI_INT, (rank + 1) % size, 0, 3, second, MPI_SUM, win);
    MPI_Win_fence(0, win);
    const int wanted[6] = {11, 2, 23, 4, 35, 6};
    for (int i = 0; i < 6; ++i) EXPECT(memory[i] == wanted[i]);
    MPI_Type_free(&second);
    MPI_Win_free(&win);
}

// program accumulate_complex: Sums and products of complex numbers of all lengths, and of long double.
#define TRY(mpi, type)                                                                               \
    do {                                                                                             \
        type memory[2] = {1, I};                                                                     \
        const type add = 1 + 2 * I, turn = I;                                                        \
        MPI_Win win = window_over(memory, sizeof(memory), sizeof(type));                             \
        MPI_Win_fence(0, win);                                                                       \
        MPI_Accumulate(&add, 1, mpi, 0, 0, 1, mpi, MPI_SUM, win);                                    \
        MPI_Accumulate(&turn, 1, mpi, 0, 1, 1, mpi, MPI_PROD, win);                                  \
        MPI_Win_fence(0, win);                                                                       \
        /* i, turned four times by 90 degrees */                                                     \
        if (rank == 0) EXPECT(memory[0] == (type)(1 + size + 2 * size * I) && memory[1] == (type)I); \
        MPI_Win_free(&win);                                                                          \
    } while (0)

PROGRAM(accumulate_complex) {
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
#undef TRY

// program accumulate_ints: Every predefined operator on integers, from all ranks to rank 0.
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

PROGRAM(accumulate_ints) {
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

// program accumulate_loc: MPI_MINLOC and MPI_MAXLOC on MPI_2INT and MPI_FLOAT_INT.
typedef struct {
    int value, at;
} IntAt;
typedef struct {
    float value;
    int at;
} FloatAt;

PROGRAM(accumulate_loc) {
    IntAt least = {1000, -1}, mine = {10 - rank, rank};
    MPI_Win win = window_over(&least, sizeof(least), 1);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&mine, 1, MPI_2INT, 0, 0, 1, MPI_2INT, MPI_MINLOC, win);
    MPI_Win_fence(0, win);
    if (rank == 0) EXPECT(least.value == 10 - (size - 1) && least.at == size - 1);
    MPI_Win_free(&win);
    FloatAt most = {-1, -1}, own = {(float)(rank % 2), rank};
    win = window_over(&most, sizeof(most), 1);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&own, 1, MPI_FLOAT_INT, 0, 0, 1, MPI_FLOAT_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    if (rank == 0) EXPECT(most.value == 1 && most.at == 1);
    MPI_Win_free(&win);
}

// program accumulate_pairs: MINLOC and MAXLOC of all pairs of C: the least value, and of equal ones the smaller index.
#define TRY(mpi, type)                                                                     \
    do {                                                                                   \
        struct {                                                                           \
            type value;                                                                    \
            int index;                                                                     \
        } memory[2], mine;                                                                 \
        memset(memory, 0, sizeof(memory));                                                 \
        memset(&mine, 0, sizeof(mine));                                                    \
        memory[0].value = memory[1].value = 50;                                            \
        memory[0].index = memory[1].index = 99;                                            \
        mine.value = (type)(50 + rank / 2 - size / 4); /* 49 49 50 50 of four */           \
        mine.index = 100 + rank;                                                           \
        MPI_Win win = window_over(memory, sizeof(memory), sizeof(memory[0]));              \
        MPI_Win_fence(0, win);                                                             \
        MPI_Accumulate(&mine, 1, mpi, 0, 0, 1, mpi, MPI_MINLOC, win);                      \
        MPI_Accumulate(&mine, 1, mpi, 0, 1, 1, mpi, MPI_MAXLOC, win);                      \
        MPI_Win_fence(0, win);                                                             \
        if (rank == 0) EXPECT(memory[0].value == 50 - size / 4 && memory[0].index == 100); \
        if (rank == 0) EXPECT(memory[1].value == 50 && memory[1].index == 99);             \
        MPI_Win_free(&win);                                                                \
    } while (0)

PROGRAM(accumulate_pairs) {
    TRY(MPI_2INT, int);
    TRY(MPI_SHORT_INT, short);
    TRY(MPI_LONG_INT, long);
    TRY(MPI_FLOAT_INT, float);
    TRY(MPI_DOUBLE_INT, double);
    TRY(MPI_LONG_DOUBLE_INT, long double);
}
#undef TRY

// program accumulate_replace: MPI_REPLACE is an accumulate, and ordered with others from the same rank.
PROGRAM(accumulate_replace) {
    (void)size;
    int memory[4] = {0, 0, 0, 0}, first = 5, then = 2;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(&first, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(&then, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        for (int i = 0; i < 4; ++i) EXPECT(memory[i] == 7);
    }
    MPI_Win_free(&win);
}

// program accumulate_small: Sums and maxima of characters, which wrap, and truth values.
PROGRAM(accumulate_small) {
    struct {
        unsigned char sum, max;
        signed char least;
        bool all, any, odd;
    } memory = {250, 7, 0, true, false, false};
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    const unsigned char one = 2, mine = (unsigned char)(200 + rank);
    const signed char below = (signed char)(-rank);
    const bool truth = true, last = rank == size - 1;
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_UNSIGNED_CHAR, 0, 0, 1, MPI_UNSIGNED_CHAR, MPI_SUM, win);
    MPI_Accumulate(&mine, 1, MPI_UINT8_T, 0, 1, 1, MPI_UINT8_T, MPI_MAX, win);
    MPI_Accumulate(&below, 1, MPI_SIGNED_CHAR, 0, 2, 1, MPI_SIGNED_CHAR, MPI_MIN, win);
    MPI_Accumulate(&last, 1, MPI_C_BOOL, 0, 3, 1, MPI_C_BOOL, MPI_LAND, win);
    MPI_Accumulate(&last, 1, MPI_C_BOOL, 0, 4, 1, MPI_C_BOOL, MPI_LOR, win);
    MPI_Accumulate(&truth, 1, MPI_C_BOOL, 0, 5, 1, MPI_C_BOOL, MPI_LXOR, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        EXPECT(memory.sum == (unsigned char)(250 + 2 * size));
        EXPECT(memory.max == 200 + size - 1);
        EXPECT(memory.least == 1 - size);
        EXPECT(!memory.all && memory.any && memory.odd == (size % 2 == 1));
    }
    MPI_Win_free(&win);
}

// program accumulate_types: Sums of integers and floating-point numbers of all lengths.
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

PROGRAM(accumulate_types) {
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
#undef TRY

// program accumulate_vector: A sum whose target is a vector.
PROGRAM(accumulate_vector) {
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
