// Blocks, members and parts of arrays, at the origin and at the target.
#include "tests/mpi/programs/check.h"

#include <stddef.h>

// program indexed_target: Blocks of different lengths at the target.
PROGRAM(indexed_target) {
    int memory[10], from[5];
    for (int i = 0; i < 10; ++i) memory[i] = -1;
    for (int i = 0; i < 5; ++i) from[i] = 10 * rank + i;
    const int lengths[3] = {1, 3, 1}, places[3] = {8, 2, 0};
    MPI_Datatype type;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(from, 5, MPI_INT, (rank + 1) % size, 0, 1, type, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    const int wanted[10] = {4, -1, 1, 2, 3, -1, -1, -1, 0, -1};
    for (int i = 0; i < 10; ++i) EXPECT(memory[i] == (wanted[i] < 0 ? -1 : 10 * left + wanted[i]));
    MPI_Win_free(&win);
    MPI_Type_free(&type);
}

// program put_types: Puts of MPI's own datatypes to the right neighbour.
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

PROGRAM(put_types) {
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
#undef TRY

// program sizes: Windows of sizes of their own, also of none.
PROGRAM(sizes) {
    int memory[4] = {0, 0, 0, 0};
    MPI_Win win = window_over(rank == 0 ? NULL : memory, (size_t)rank * sizeof(int), sizeof(int));
    int from = 50 + rank;
    MPI_Win_fence(0, win);
    for (int target = 1; target < size; ++target) {
        if (target - 1 == rank) MPI_Put(&from, 1, MPI_INT, target, target - 1, 1, MPI_INT, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < rank; ++i) EXPECT(memory[i] == (i == rank - 1 ? 50 + rank - 1 : 0));
    MPI_Win_free(&win);
}

// program sizes_odd: Puts of every length from 0 to 70 bytes at every offset modulo 8.
PROGRAM(sizes_odd) {
    unsigned char memory[80], mine[80];
    const int right = (rank + 1) % size;
    for (int i = 0; i < 80; ++i) mine[i] = (unsigned char)(i * 3 + 1);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    for (int length = 0; length <= 70; length += 7) {
        for (int at = 0; at < 8; ++at) {
            memset(memory, 0, sizeof(memory));
            MPI_Win_fence(0, win);
            MPI_Put(mine, length, MPI_UNSIGNED_CHAR, right, at, length, MPI_UNSIGNED_CHAR, win);
            MPI_Win_fence(0, win);
            for (int i = 0; i < 80; ++i) EXPECT(memory[i] == (i >= at && i < at + length ? mine[i - at] : 0));
            MPI_Win_fence(0, win);
        }
    }
    MPI_Win_free(&win);
}

// program struct_origin: A structure with a gap goes to bytes side by side.
typedef struct {
    char letter;
    double number;
} Pair;

PROGRAM(struct_origin) {
    Pair from[2] = {{'a', rank + 0.5}, {'b', rank + 1.5}};
    char memory[2 * 9] = {0};
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {offsetof(Pair, letter), offsetof(Pair, number)};
    const MPI_Datatype parts[2] = {MPI_CHAR, MPI_DOUBLE};
    MPI_Datatype loose, type;
    MPI_Type_create_struct(2, lengths, places, parts, &loose);
    MPI_Type_create_resized(loose, 0, sizeof(Pair), &type);
    MPI_Type_commit(&type);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Put(from, 2, type, (rank + 1) % size, 0, 18, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 2; ++i) {
        double number;
        memcpy(&number, memory + 9 * i + 1, sizeof(number));
        EXPECT(memory[9 * i] == 'a' + i && number == left + 0.5 + i);
    }
    MPI_Win_free(&win);
    MPI_Type_free(&type);
    MPI_Type_free(&loose);
}

// program subarray: A block of a matrix, at both ends.
PROGRAM(subarray) {
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

// program vector_origin: A vector at the origin of a put, and of a get.
PROGRAM(vector_origin) {
    int memory[4] = {0, 0, 0, 0}, from[12], into[12];
    for (int i = 0; i < 12; ++i) from[i] = 100 * rank + i, into[i] = -1;
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(from, 1, column, (rank + 1) % size, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 4; ++i) EXPECT(memory[i] == 100 * left + 3 * i);
    MPI_Win_fence(0, win);
    MPI_Get(into, 1, column, rank, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 12; ++i) EXPECT(into[i] == (i % 3 == 0 ? 100 * left + i : -1));
    MPI_Win_free(&win);
    MPI_Type_free(&column);
}

// program vector_target: A vector at the target, numbers side by side at the origin.
PROGRAM(vector_target) {
    int memory[12], from[4];
    for (int i = 0; i < 12; ++i) memory[i] = -1;
    for (int i = 0; i < 4; ++i) from[i] = 10 * rank + i;
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(from, 4, MPI_INT, (rank + 1) % size, 1, 1, column, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 12; ++i) EXPECT(memory[i] == (i % 3 == 1 ? 10 * left + i / 3 : -1));
    MPI_Win_free(&win);
    MPI_Type_free(&column);
}
