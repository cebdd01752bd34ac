// Operations on windows, from section 12.3 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static MPI_Win window(void* memory, size_t bytes, int unit) {
    MPI_Win win;
    PMPI_Win_create(memory, (MPI_Aint)bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_fence(0, win);
    return win;
}

static void close_window(MPI_Win* win) {
    PMPI_Win_fence(0, *win);
    PMPI_Win_free(win);
}

// program put_unit: The displacement is in units of the target, not of the origin (12.3.1).
PROGRAM(put_unit) {
    _Alignas(16) int memory[8];
    for (int i = 0; i < 8; ++i) memory[i] = -1;
    MPI_Win win = window(memory, sizeof(memory), rank % 2 ? 4 : 8);
    MPI_Put(&rank, 1, MPI_INT, right_of(rank, size), 3, 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(memory[rank % 2 ? 3 : 6], left_of(rank, size));
    IS(memory[rank % 2 ? 6 : 3], -1);
    close_window(&win);
}

// program put_types: Origin and target have different datatypes with the same signature (12.3.1).
PROGRAM(put_types) {
    _Alignas(16) int memory[6] = {-1, -1, -1, -1, -1, -1};
    const int values[3] = {rank, rank + 10, rank + 20};
    MPI_Datatype every_second;
    PMPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
    PMPI_Type_commit(&every_second);
    MPI_Win win = window(memory, sizeof(memory), 4);
    MPI_Put(values, 3, MPI_INT, right_of(rank, size), 0, 1, every_second, win);
    PMPI_Type_free(&every_second);
    PMPI_Win_fence(0, win);
    IS(memory[4], left_of(rank, size) + 20);
    IS(memory[3], -1);
    close_window(&win);
}

// program get_types: A get stores into a structure of the origin (12.3.2).
PROGRAM(get_types) {
    _Alignas(16) struct {
        int number;
        double real;
    } memory = {rank, rank + 0.5}, got = {-1, -1};
    MPI_Datatype type;
    PMPI_Type_create_struct(2, (const int[]){1, 1}, (const MPI_Aint[]){0, 8},
                            (const MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &type);
    PMPI_Type_commit(&type);
    MPI_Win win = window(&memory, sizeof(memory), 1);
    MPI_Get(&got, 1, type, right_of(rank, size), 0, 1, type, win);
    PMPI_Win_fence(0, win);
    IS(got.number, right_of(rank, size));
    IS(got.real * 2, 2 * right_of(rank, size) + 1);
    PMPI_Type_free(&type);
    close_window(&win);
}

// program get_negative: A datatype of the target may reach in front of the displacement (12.3.2, 5.1.7).
PROGRAM(get_negative) {
    _Alignas(16) int memory[4] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3}, got[2] = {-1, -1};
    MPI_Datatype backwards;
    PMPI_Type_vector(2, 1, -2, MPI_INT, &backwards);
    PMPI_Type_commit(&backwards);
    MPI_Win win = window(memory, sizeof(memory), 4);
    MPI_Get(got, 2, MPI_INT, right_of(rank, size), 3, 1, backwards, win);
    PMPI_Win_fence(0, win);
    IS(got[0], 10 * right_of(rank, size) + 3);
    IS(got[1], 10 * right_of(rank, size) + 1);
    PMPI_Type_free(&backwards);
    close_window(&win);
}

// program null_targets: Operations on MPI_PROC_NULL have no effect (12.3).
PROGRAM(null_targets) {
    _Alignas(16) int memory = 5, value = 6, got = 7;
    MPI_Win win = window(&memory, 4, 4);
    IS(MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win), MPI_SUCCESS);
    IS(MPI_Get(&got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win), MPI_SUCCESS);
    IS(MPI_Accumulate(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win), MPI_SUCCESS);
    IS(MPI_Get_accumulate(&value, 1, MPI_INT, &got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win),
       MPI_SUCCESS);
    IS(MPI_Fetch_and_op(&value, &got, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win), MPI_SUCCESS);
    IS(MPI_Compare_and_swap(&value, &value, &got, MPI_INT, MPI_PROC_NULL, 0, win), MPI_SUCCESS);
    PMPI_Win_fence(0, win);
    IS(memory, 5);
    IS(got, 7);
    close_window(&win);
}

// program nothing_moved: Operations with count 0 have no effect, whatever the displacement (12.3).
PROGRAM(nothing_moved) {
    _Alignas(16) int memory = 5, value = 6;
    MPI_Win win = window(&memory, 4, 4);
    IS(MPI_Put(&value, 0, MPI_INT, right_of(rank, size), 0, 0, MPI_INT, win), MPI_SUCCESS);
    IS(MPI_Accumulate(NULL, 0, MPI_INT, right_of(rank, size), 0, 0, MPI_INT, MPI_SUM, win), MPI_SUCCESS);
    IS(MPI_Get(NULL, 0, MPI_INT, right_of(rank, size), 0, 0, MPI_INT, win), MPI_SUCCESS);
    PMPI_Win_fence(0, win);
    IS(memory, 5);
    close_window(&win);
}

// program accumulate_all: Accumulates of all ranks on one location are all applied (12.3.4).
PROGRAM(accumulate_all) {
    _Alignas(16) int memory[3] = {100, 100, 1};
    const int values[3] = {rank + 1, rank + 1, 1 << rank};
    MPI_Win win = window(memory, sizeof(memory), 4);
    MPI_Accumulate(&values[0], 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&values[1], 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_MIN, win);
    MPI_Accumulate(&values[2], 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_BOR, win);
    PMPI_Win_fence(0, win);
    IS(memory[0], rank == 0 ? 110 : 100);
    IS(memory[1], rank == 0 ? 1 : 100);
    IS(memory[2], rank == 0 ? 15 : 1);
    close_window(&win);
}

// program accumulate_operations: Each predefined operation (12.3.4, 6.9.2).
// openmpi: logical operations do nothing in windows
PROGRAM(accumulate_operations) {
    const MPI_Op ops[11] = {MPI_SUM,  MPI_PROD, MPI_MAX, MPI_MIN,  MPI_LAND,   MPI_LOR,
                            MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_REPLACE};
    const int expected[11] = {18, 72, 12, 6, 1, 1, 0, 4, 14, 10, 12};
    _Alignas(16) int memory[11];
    const int value = 12;
    for (int i = 0; i < 11; ++i) memory[i] = 6;
    MPI_Win win = window(memory, sizeof(memory), 4);
    for (int i = 0; i < 11; ++i) MPI_Accumulate(&value, 1, MPI_INT, right_of(rank, size), i, 1, MPI_INT, ops[i], win);
    PMPI_Win_fence(0, win);
    for (int i = 0; i < 11; ++i) IS(memory[i], expected[i]);
    close_window(&win);
}

// program accumulate_ordered: Accumulates of one rank on one location are in their order (12.7.1).
PROGRAM(accumulate_ordered) {
    _Alignas(16) int memory = 1;
    MPI_Win win = window(&memory, 4, 4);
    const int values[5] = {2, 3, 4, 5, 6};
    for (int i = 0; i < 5; ++i) {
        MPI_Accumulate(&values[i], 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, i % 2 ? MPI_REPLACE : MPI_SUM, win);
    }
    PMPI_Win_fence(0, win);
    IS(memory, 11);
    close_window(&win);
}

// program accumulate_vectors: Derived datatypes of one predefined datatype; gaps stay (12.3.4).
PROGRAM(accumulate_vectors) {
    _Alignas(16) double memory[6] = {1, 1, 1, 1, 1, 1}, values[6] = {1, 2, 3, 4, 5, 6};
    MPI_Datatype every_second, contiguous;
    PMPI_Type_vector(3, 1, 2, MPI_DOUBLE, &every_second);
    PMPI_Type_commit(&every_second);
    PMPI_Type_contiguous(3, MPI_DOUBLE, &contiguous);
    PMPI_Type_commit(&contiguous);
    MPI_Win win = window(memory, sizeof(memory), 8);
    MPI_Accumulate(values, 1, contiguous, right_of(rank, size), 0, 1, every_second, MPI_SUM, win);
    PMPI_Win_fence(0, win);
    for (int i = 0; i < 6; ++i) IS(memory[i], i % 2 ? 1 : 2 + i / 2);
    PMPI_Type_free(&every_second);
    PMPI_Type_free(&contiguous);
    close_window(&win);
}

// program accumulate_pairs: MPI_MAXLOC of a value and an index in a window (12.3.4, 6.9.4).
PROGRAM(accumulate_pairs) {
    _Alignas(16) struct { int value, index; } memory = {-1, -1}, mine = {rank == 2 ? 50 : rank, rank};
    MPI_Win win = window(&memory, sizeof(memory), 1);
    MPI_Accumulate(&mine, 1, MPI_2INT, 1, 0, 1, MPI_2INT, MPI_MAXLOC, win);
    PMPI_Win_fence(0, win);
    IS(memory.value, rank == 1 ? 50 : -1);
    IS(memory.index, rank == 1 ? 2 : -1);
    close_window(&win);
}

// program get_accumulate: The result is the target's old value (12.3.4).
PROGRAM(get_accumulate) {
    _Alignas(16) int memory[2] = {10 * rank, 7}, got[2] = {-1, -1};
    const int values[2] = {1, 2};
    MPI_Win win = window(memory, sizeof(memory), 4);
    MPI_Get_accumulate(values, 2, MPI_INT, got, 2, MPI_INT, right_of(rank, size), 0, 2, MPI_INT, MPI_SUM, win);
    PMPI_Win_fence(0, win);
    IS(got[0], 10 * right_of(rank, size));
    IS(got[1], 7);
    IS(memory[0], 10 * rank + 1);
    IS(memory[1], 9);
    close_window(&win);
}

// program get_accumulate_nothing: With MPI_NO_OP the origin is ignored, and the target stays (12.3.4).
PROGRAM(get_accumulate_nothing) {
    _Alignas(16) int memory = 10 * rank, got = -1;
    MPI_Win win = window(&memory, 4, 4);
    MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, &got, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, MPI_NO_OP,
                       win);
    PMPI_Win_fence(0, win);
    IS(got, 10 * right_of(rank, size));
    IS(memory, 10 * rank);
    close_window(&win);
}

// program get_accumulate_swaps: With MPI_REPLACE it is a swap of many elements (12.3.4).
PROGRAM(get_accumulate_swaps) {
    enum { count = 5000 };
    static _Alignas(16) long memory[count], values[count], got[count];
    for (long i = 0; i < count; ++i) memory[i] = rank * 10000 + i, values[i] = -i, got[i] = -1;
    MPI_Win win = window(memory, sizeof(memory), 8);
    MPI_Get_accumulate(values, count, MPI_LONG, got, count, MPI_LONG, right_of(rank, size), 0, count, MPI_LONG,
                       MPI_REPLACE, win);
    PMPI_Win_fence(0, win);
    IS(got[count - 1], right_of(rank, size) * 10000 + count - 1);
    IS(memory[count - 1], 1 - count);
    close_window(&win);
}

// program fetch_and_adds: Concurrent fetches on a counter return each number once (12.3.4).
PROGRAM(fetch_and_adds) {
    _Alignas(16) int memory = 0, mine[3], all[12], seen = 0;
    const int one = 1;
    MPI_Win win = window(&memory, 4, 4);
    PMPI_Win_fence(0, win);
    PMPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; ++i) {
        mine[i] = -1;
        MPI_Fetch_and_op(&one, &mine[i], MPI_INT, 2, 0, MPI_SUM, win);
        PMPI_Win_flush(2, win);
        if (i > 0) CHECK(mine[i] > mine[i - 1]);
    }
    PMPI_Win_unlock_all(win);
    PMPI_Allgather(mine, 3, MPI_INT, all, 3, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 12; ++i) seen |= all[i] >= 0 ? 1 << all[i] : 0;
    IS(seen, 4095);
    if (rank == 2) IS(memory, 12);
    close_window(&win);
}

// program fetch_types: MPI_Fetch_and_op takes each predefined datatype with an operation on it (12.3.4).
PROGRAM(fetch_types) {
    _Alignas(16) double real = 1.5;
    _Alignas(16) char letter = 'a';
    double got = -1;
    char found = 0;
    const double half = 0.5;
    MPI_Win reals = window(&real, sizeof(real), 1), letters = window(&letter, 1, 1);
    MPI_Fetch_and_op(&half, &got, MPI_DOUBLE, right_of(rank, size), 0, MPI_SUM, reals);
    MPI_Fetch_and_op(&(char){'b'}, &found, MPI_CHAR, right_of(rank, size), 0, MPI_REPLACE, letters);
    PMPI_Win_fence(0, reals);
    PMPI_Win_fence(0, letters);
    IS(got * 2, 3);
    IS(real, 2);
    IS(found, 'a');
    IS(letter, 'b');
    close_window(&reals);
    close_window(&letters);
}

// program compare_and_swaps: One of the ranks swaps; the others see another value (12.3.4).
PROGRAM(compare_and_swaps) {
    _Alignas(16) int memory = -1, found = -7, all[4], winners = 0, winner = -1;
    const int expected = -1;
    MPI_Win win = window(&memory, 4, 4);
    MPI_Compare_and_swap(&rank, &expected, &found, MPI_INT, 0, 0, win);
    PMPI_Win_fence(0, win);
    PMPI_Allgather(&found, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) {
        if (all[i] != -1) continue;
        ++winners;
        winner = i;
    }
    IS(winners, 1);
    for (int i = 0; i < 4; ++i) CHECK(all[i] == -1 || all[i] == winner);
    if (rank == 0) CHECK(memory == winner);
    close_window(&win);
}

// program compare_types: Logical and integer datatypes of several sizes (12.3.4).
PROGRAM(compare_types) {
    _Alignas(16) struct {
        long number;
        unsigned char byte;
    } memory = {40, 9};
    long was = -1;
    unsigned char old = 0;
    MPI_Win win = window(&memory, sizeof(memory), 1);
    MPI_Compare_and_swap(&(long){41}, &(long){40}, &was, MPI_LONG, right_of(rank, size), 0, win);
    MPI_Compare_and_swap(&(unsigned char){8}, &(unsigned char){7}, &old, MPI_BYTE, right_of(rank, size), 8, win);
    PMPI_Win_fence(0, win);
    IS(was, 40);
    IS(memory.number, 41);
    IS(old, 9);
    IS(memory.byte, 9);
    close_window(&win);
}

// program to_own_window: Operations on the rank's own window (12.3).
PROGRAM(to_own_window) {
    _Alignas(16) int memory[2] = {1, 2}, got = -1;
    MPI_Win win = window(memory, sizeof(memory), 4);
    MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(memory[0], rank);
    IS(got, 2);
    close_window(&win);
}

// program same_operation: Hints on the operations of accumulates allow MPI_NO_OP besides (12.2.1).
PROGRAM(same_operation) {
    _Alignas(16) int memory = 0, got = -1;
    const int one = 1;
    MPI_Info info;
    MPI_Win win;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "accumulate_ops", "same_op_no_op");
    PMPI_Info_set(info, "accumulate_ordering", "none");
    PMPI_Win_create(&memory, 4, 4, info, MPI_COMM_WORLD, &win);
    PMPI_Info_free(&info);
    PMPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    PMPI_Win_fence(0, win);
    MPI_Fetch_and_op(NULL, &got, MPI_INT, 0, 0, MPI_NO_OP, win);
    PMPI_Win_fence(0, win);
    IS(got, 4);
    close_window(&win);
}

// program window_of_structures: Puts of parts of structures with resized datatypes (12.3.1, 5.1.7).
PROGRAM(window_of_structures) {
    _Alignas(16) struct { int a, b; } memory[3] = {{-1, -1}, {-1, -1}, {-1, -1}};
    const int values[3] = {rank, rank + 1, rank + 2};
    MPI_Datatype second;
    PMPI_Type_create_resized(MPI_INT, 0, 8, &second);
    PMPI_Type_commit(&second);
    MPI_Win win = window(memory, sizeof(memory), 1);
    MPI_Put(values, 3, MPI_INT, right_of(rank, size), 4, 3, second, win);
    PMPI_Win_fence(0, win);
    for (int i = 0; i < 3; ++i) {
        IS(memory[i].b, left_of(rank, size) + i);
        IS(memory[i].a, -1);
    }
    PMPI_Type_free(&second);
    close_window(&win);
}

// program puts_from_bottom: The origin is at absolute addresses (12.3.1, 5.1.5).
PROGRAM(puts_from_bottom) {
    _Alignas(16) int memory[2] = {-1, -1}, first = rank + 1, second = rank + 2;
    MPI_Aint at[2];
    MPI_Datatype type;
    PMPI_Get_address(&first, &at[0]);
    PMPI_Get_address(&second, &at[1]);
    PMPI_Type_create_hindexed(2, (const int[]){1, 1}, at, MPI_INT, &type);
    PMPI_Type_commit(&type);
    MPI_Win win = window(memory, sizeof(memory), 4);
    MPI_Put(MPI_BOTTOM, 1, type, right_of(rank, size), 0, 2, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(memory[0], left_of(rank, size) + 1);
    IS(memory[1], left_of(rank, size) + 2);
    PMPI_Type_free(&type);
    close_window(&win);
}
