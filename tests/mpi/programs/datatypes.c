// Derived datatypes, and when they are freed.
#include "tests/mpi/programs/check.h"

// program type_bottom: Buffers of absolute addresses, from MPI_BOTTOM: static, automatic and allocated memory in one
// datatype.
static int in_program;

static MPI_Datatype of_absolute(int count, int** where) {
    const int lengths[3] = {1, 1, 1};
    MPI_Aint places[3];
    const MPI_Datatype parts[3] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Datatype type;
    for (int i = 0; i < count; ++i) MPI_Get_address(where[i], &places[i]);
    MPI_Type_create_struct(count, lengths, places, parts, &type);
    MPI_Type_commit(&type);
    return type;
}

PROGRAM(type_bottom) {
    const int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int on_stack = 10 * rank + 1, memory[3] = {0, 0, 0};
    int* allocated = malloc(sizeof(int));
    in_program = 10 * rank;
    *allocated = 10 * rank + 2;
    int* all[3] = {&on_stack, allocated, &in_program};
    MPI_Datatype three = of_absolute(3, all), one = of_absolute(1, all + 2), again, wide;
    MPI_Type_dup(three, &again);
    MPI_Type_create_resized(three, 0, 64, &wide);
    MPI_Type_commit(&wide);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));

    MPI_Win_fence(0, win);
    MPI_Put(MPI_BOTTOM, 1, three, right, 0, 3, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 10 * left + 1 && memory[1] == 10 * left + 2 && memory[2] == 10 * left);
    MPI_Win_fence(0, win);
    MPI_Accumulate(MPI_BOTTOM, 1, wide, right, 0, 3, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(MPI_BOTTOM, 1, one, right, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 30 * left + 2 && memory[1] == 20 * left + 4 && memory[2] == 20 * left);
    MPI_Get(MPI_BOTTOM, 1, again, right, 0, 3, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(on_stack == 30 * rank + 2 && *allocated == 20 * rank + 4 && in_program == 20 * rank);

    // Origin and result at once: the three values are added, and those from before come into their places.
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (int i = 0; i < 3; ++i) memory[i] = i + 1;
    on_stack = *allocated = in_program = 5;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    int before[3] = {0, 0, 0}, five[3] = {5, 5, 5};
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    MPI_Get_accumulate(MPI_BOTTOM, 1, three, before, 3, MPI_INT, right, 0, 3, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(right, win);
    MPI_Get_accumulate(five, 3, MPI_INT, MPI_BOTTOM, 1, three, right, 0, 3, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock(right, win);
    EXPECT(before[0] == 1 && before[1] == 2 && before[2] == 3);
    EXPECT(on_stack == 6 && *allocated == 7 && in_program == 8);
    MPI_Request request;
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rget(MPI_BOTTOM, 1, three, right, 0, 3, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(right, win);
    EXPECT(on_stack == 5 && *allocated == 5 && in_program == 5);

    MPI_Win_free(&win);
    MPI_Datatype* const types[4] = {&three, &one, &again, &wide};
    for (int i = 0; i < 4; ++i) MPI_Type_free(types[i]);
    free(allocated);
}

// program type_contiguous: A contiguous type of contiguous types.
PROGRAM(type_contiguous) {
    short memory[12], mine[12];
    for (short i = 0; i < 12; ++i) memory[i] = -1, mine[i] = (short)(i + 10 * rank);
    MPI_Datatype three, six;
    MPI_Type_contiguous(3, MPI_SHORT, &three);
    MPI_Type_contiguous(2, three, &six);
    MPI_Type_commit(&six);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(short));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, six, (rank + 1) % size, 2, 6, MPI_SHORT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 6; ++i) EXPECT(memory[2 + i] == i + 10 * ((rank + size - 1) % size));
    EXPECT(memory[1] == -1 && memory[8] == -1);
    MPI_Type_free(&three);
    MPI_Type_free(&six);
    MPI_Win_free(&win);
}

// program type_dup: A duplicate outlives the type that it was made of.
PROGRAM(type_dup) {
    int memory[3] = {0, 0, 0}, mine[3] = {1, 2, 3};
    MPI_Datatype three, copy;
    MPI_Type_contiguous(3, MPI_INT, &three);
    MPI_Type_commit(&three);
    MPI_Type_dup(three, &copy);
    MPI_Type_free(&three);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, copy, (rank + 1) % size, 0, 1, copy, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 1 && memory[2] == 3);
    MPI_Type_free(&copy);
    MPI_Win_free(&win);
}

// program type_freed: A datatype is freed while its operation is under way (4.1.9).
PROGRAM(type_freed) {
    int memory[6] = {0, 0, 0, 0, 0, 0}, from[6] = {rank, 1, rank, 1, rank, 1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Datatype every_other;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Put(from, 1, every_other, (rank + 1) % size, 0, 1, every_other, win);
    MPI_Type_free(&every_other);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 6; ++i) EXPECT(memory[i] == (i % 2 == 0 ? left : 0));
    MPI_Win_free(&win);
}

// program type_freed_in_flight: Types are freed between the operation and the end of the epoch.
PROGRAM(type_freed_in_flight) {
    int memory[8], mine[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[8];
    memset(got, 0, sizeof(got));
    memset(memory, 0, sizeof(memory));
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 4; ++i) {
        MPI_Datatype spread;
        MPI_Type_vector(2, 1, 4, MPI_INT, &spread);
        MPI_Type_commit(&spread);
        MPI_Put(mine + i, 1, spread, right, i, 1, spread, win);
        MPI_Type_free(&spread);
    }
    MPI_Win_flush(right, win);
    for (int i = 0; i < 4; ++i) {
        MPI_Datatype spread;
        MPI_Type_vector(2, 1, 4, MPI_INT, &spread);
        MPI_Type_commit(&spread);
        MPI_Get(got + i, 1, spread, right, i, 1, spread, win);
        MPI_Type_free(&spread);
    }
    MPI_Win_unlock(right, win);
    for (int i = 0; i < 8; ++i) EXPECT(got[i] == i);
    MPI_Win_free(&win);
}

// program type_hindexed: Blocks at displacements in bytes, at the origin.
PROGRAM(type_hindexed) {
    int memory[3] = {0, 0, 0}, mine[6];
    for (int i = 0; i < 6; ++i) mine[i] = i + 10 * rank;
    const int lengths[2] = {1, 2};
    const MPI_Aint places[2] = {5 * sizeof(int), sizeof(int)};
    MPI_Datatype some;
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &some);
    MPI_Type_commit(&some);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, some, (rank + 1) % size, 0, 3, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int from = 10 * ((rank + size - 1) % size);
    EXPECT(memory[0] == from + 5 && memory[1] == from + 1 && memory[2] == from + 2);
    MPI_Type_free(&some);
    MPI_Win_free(&win);
}

// program type_hvector: Blocks at distances in bytes.
PROGRAM(type_hvector) {
    char memory[64];
    int mine[4] = {1, 2, 3, 4};
    memset(memory, 0, sizeof(memory));
    MPI_Datatype spread;
    MPI_Type_create_hvector(4, 1, 12, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Put(mine, 4, MPI_INT, (rank + 1) % size, 8, 1, spread, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; ++i) {
        int found;
        memcpy(&found, memory + 8 + 12 * i, sizeof(found));
        EXPECT(found == i + 1);
    }
    MPI_Type_free(&spread);
    MPI_Win_free(&win);
}

// program type_indexed_block: Blocks of one length at places without an order, at the origin.
PROGRAM(type_indexed_block) {
    int memory[4] = {0, 0, 0, 0}, mine[10];
    for (int i = 0; i < 10; ++i) mine[i] = i + 100 * rank;
    const int places[2] = {6, 1};
    MPI_Datatype some;
    MPI_Type_create_indexed_block(2, 2, places, MPI_INT, &some);
    MPI_Type_commit(&some);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, some, (rank + 1) % size, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int from = 100 * ((rank + size - 1) % size);
    EXPECT(memory[0] == from + 6 && memory[1] == from + 7 && memory[2] == from + 1 && memory[3] == from + 2);
    MPI_Type_free(&some);
    MPI_Win_free(&win);
}

// program type_matrix_columns: A matrix is transposed: columns of the origin become rows of the target.
PROGRAM(type_matrix_columns) {
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

// program type_nested: Blocks of several elements of a derived type: each begins an extent after the one before,
// wherever its bounds lie.
// SMPI's own: it adds the lower bound between the elements of a block
PROGRAM(type_nested) {
    int memory[5] = {0, 0, 0, 0, 0}, mine[12];
    for (int i = 0; i < 12; ++i) mine[i] = i + 100 * rank;
    MPI_Datatype second, blocks;
    MPI_Type_create_resized(MPI_INT, sizeof(int), 2 * sizeof(int), &second);
    const int lengths[2] = {3, 2}, places[2] = {0, 4};
    MPI_Type_indexed(2, lengths, places, second, &blocks);
    MPI_Type_commit(&blocks);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, blocks, (rank + 1) % size, 0, 5, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int wanted[5] = {0, 2, 4, 8, 10}, left = (rank + size - 1) % size;
    for (int i = 0; i < 5; ++i) EXPECT(memory[i] == wanted[i] + 100 * left);
    MPI_Type_free(&blocks);
    MPI_Type_free(&second);
    MPI_Win_free(&win);
}

// program type_overlap_origin: The entries of a put's origin type may overlap: the same numbers go to several places.
PROGRAM(type_overlap_origin) {
    int memory[6] = {0, 0, 0, 0, 0, 0}, mine[3] = {5, 6, 7};
    const int lengths[3] = {2, 2, 2}, places[3] = {0, 1, 0};
    MPI_Datatype twice;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &twice);
    MPI_Type_commit(&twice);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, twice, (rank + 1) % size, 0, 6, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int wanted[6] = {5, 6, 6, 7, 5, 6};
    for (int i = 0; i < 6; ++i) EXPECT(memory[i] == wanted[i]);
    MPI_Type_free(&twice);
    MPI_Win_free(&win);
}

// program type_resized: A resized type moves from one element to the next by its extent.
PROGRAM(type_resized) {
    int memory[4] = {-1, -1, -1, -1}, mine[8] = {0, 9, 1, 9, 2, 9, 3, 9};
    MPI_Datatype pair;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &pair);
    MPI_Type_commit(&pair);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 4, pair, (rank + 1) % size, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; ++i) EXPECT(memory[i] == i);
    MPI_Type_free(&pair);
    MPI_Win_free(&win);
}

// program type_struct_target: A struct with gaps, an element of which is put into every second one of the target's
// array.
PROGRAM(type_struct_target) {
    struct one {
        char letter;
        double number;
        int count;
    } memory[4], mine[2];
    memset(memory, 0, sizeof(memory));
    memset(mine, 0, sizeof(mine));
    for (int i = 0; i < 2; ++i) mine[i].letter = (char)('a' + i), mine[i].number = 0.5 + i, mine[i].count = rank + i;
    const int lengths[3] = {1, 1, 1};
    const MPI_Aint places[3] = {0, (char*)&mine[0].number - (char*)mine, (char*)&mine[0].count - (char*)mine};
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    MPI_Datatype bare, whole, wide;
    MPI_Type_create_struct(3, lengths, places, types, &bare);
    MPI_Type_create_resized(bare, 0, sizeof(struct one), &whole);
    MPI_Type_create_resized(bare, 0, 2 * sizeof(struct one), &wide);
    MPI_Type_commit(&whole);
    MPI_Type_commit(&wide);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Put(mine, 2, whole, (rank + 1) % size, 0, 2, wide, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    EXPECT(memory[0].letter == 'a' && memory[0].number == 0.5 && memory[0].count == left);
    EXPECT(memory[2].letter == 'b' && memory[2].number == 1.5 && memory[2].count == left + 1);
    EXPECT(memory[1].count == 0 && memory[3].count == 0);
    MPI_Type_free(&bare);
    MPI_Type_free(&whole);
    MPI_Type_free(&wide);
    MPI_Win_free(&win);
}
