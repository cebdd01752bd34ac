// Fences, and how much may lie between two.
#include "tests/mpi/programs/check.h"

// program fence_asserts: Assertions of fences.
PROGRAM(fence_asserts) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    EXPECT(memory == (rank + size - 1) % size);
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

// program fence_empty: Fences without operations synchronise nothing but return.
PROGRAM(fence_empty) {
    int memory;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    for (int i = 0; i < 20; ++i) MPI_Win_fence(i % 2 ? MPI_MODE_NOSTORE | MPI_MODE_NOPUT : 0, win);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL && rank < size);
}

// program fence_get_then_put: What was put in one epoch is got in the next one, and the other way round.
PROGRAM(fence_get_then_put) {
    int memory = rank, got = -1;
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(got == right);
    got += 100;
    MPI_Put(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == rank + 100);
    MPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOPUT, win);
    EXPECT(got == right + 100);
    MPI_Win_free(&win);
}

// program fence_many: Two hundred epochs of fences, each with one put to a different rank.
PROGRAM(fence_many) {
    long memory[4] = {0, 0, 0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(long));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (long i = 0; i < 200; ++i) {
        const long mine = 1000 * rank + i;
        MPI_Put(&mine, 1, MPI_LONG, (int)((rank + i) % size), rank, 1, MPI_LONG, win);
        MPI_Win_fence(0, win);
        const long from = (rank - i % size + size) % size;
        EXPECT(memory[from] == 1000 * from + i);
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
}

// program fence_one_sends: Only one rank communicates in a fence epoch.
PROGRAM(fence_one_sends) {
    int memory[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    const int values[4] = {10, 11, 12, 13};
    if (rank == 2) {
        for (int target = 0; target < size; ++target) MPI_Put(values + target, 1, MPI_INT, target, 1, 1, MPI_INT, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    EXPECT(memory[0] == -1 && memory[1] == 10 + rank);
    MPI_Win_free(&win);
}

// program fence_then_lock: After a fence with NOSUCCEED the window is used by locks, then by fences again.
PROGRAM(fence_then_lock) {
    int memory = 0;
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int round = 1; round <= 3; ++round) {
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) EXPECT(memory == 2 * round * size);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
}

// program get_fence: Gets from the left neighbour, between fences.
PROGRAM(get_fence) {
    int memory[4], got[4] = {-1, -1, -1, -1};
    for (int i = 0; i < 4; ++i) memory[i] = 100 * rank + i;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    const int left = (rank + size - 1) % size;
    MPI_Get(got, 4, MPI_INT, left, 0, 4, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i < 4; ++i) EXPECT(got[i] == 100 * left + i);
    MPI_Win_free(&win);
}

// program globals: Each rank has its own global variables, also as windows.
static int memory = 0;
int exported = 0;

PROGRAM(globals) {
    memory = rank;
    exported = 10 * rank;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&exported, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == rank + 10 * ((rank + size - 1) % size) && exported == 10 * rank);
    MPI_Win_free(&win);
}

// program large: A megabyte, put and got.
PROGRAM(large) {
    enum { bytes = 1 << 20 };
    char *memory = malloc(bytes), *mine = malloc(bytes);
    memset(memory, 0, bytes);
    memset(mine, rank + 1, bytes);
    MPI_Win win = window_over(memory, bytes, 1);
    MPI_Win_fence(0, win);
    MPI_Put(mine, bytes, MPI_BYTE, (rank + 1) % size, 0, bytes, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < bytes; i += 999) EXPECT(memory[i] == left + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, left, 0, win);
    MPI_Get(mine, bytes, MPI_BYTE, left, 0, bytes, MPI_BYTE, win);
    MPI_Win_unlock(left, win);
    for (int i = 0; i < bytes; i += 999) EXPECT(mine[i] == (left + size - 1) % size + 1);
    MPI_Win_free(&win);
    free(memory);
    free(mine);
}

// program many_operations: More operations than there are elements for them.
PROGRAM(many_operations) {
    enum { count = 500 };
    static int memory[count], mine[count];
    for (int i = 0; i < count; ++i) mine[i] = 1000 * rank + i;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = 0; i < count; ++i) MPI_Put(&mine[i], 1, MPI_INT, (rank + 1) % size, i, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < count; ++i) EXPECT(memory[i] == 1000 * ((rank + size - 1) % size) + i);
    MPI_Win_free(&win);
}

// program origin_reuse: The origin of a put may be written after the call that completes it, and not before.
PROGRAM(origin_reuse) {
    int memory[8] = {0}, value = 0;
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 8; ++i) {
        value = i + 1;
        MPI_Put(&value, 1, MPI_INT, right, i, 1, MPI_INT, win);
        MPI_Win_flush_local(right, win);
    }
    value = -1;
    MPI_Win_unlock(right, win);
    MPI_Win_free(&win);
    for (int i = 0; i < 8; ++i) EXPECT(memory[i] == i + 1);
}

// program proc_null: MPI_PROC_NULL as a target does nothing (11.3).
PROGRAM(proc_null) {
    (void)rank, (void)size;
    int memory = 3, mine = 9;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    EXPECT(MPI_Put(&mine, 1, MPI_INT, MPI_PROC_NULL, 1000, 1, MPI_INT, win) == MPI_SUCCESS);
    EXPECT(MPI_Get(&mine, 1, MPI_INT, MPI_PROC_NULL, 1000, 1, MPI_INT, win) == MPI_SUCCESS);
    EXPECT(MPI_Accumulate(&mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win) == MPI_SUCCESS);
    MPI_Win_fence(0, win);
    EXPECT(memory == 3 && mine == 9);
    MPI_Win_free(&win);
}

// program proc_null_all: MPI_PROC_NULL in every operation, lock and flush: nothing happens.
PROGRAM(proc_null_all) {
    int memory = 7, mine = 1, old = 5;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Put(&mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Get(&old, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Accumulate(&mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate(&mine, 1, MPI_INT, &old, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&mine, &old, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win);
    MPI_Compare_and_swap(&mine, &memory, &old, MPI_INT, MPI_PROC_NULL, 0, win);
    MPI_Win_unlock_all(win);
    EXPECT(memory == 7 && old == 5 && rank < size);
    MPI_Win_free(&win);
}

// program two_windows: Epochs of two windows at once.
PROGRAM(two_windows) {
    int one = 0, two = 0;
    const int right = (rank + 1) % size, a = rank, b = 10 * rank;
    MPI_Win first = window_over(&one, sizeof(one), 1), second = window_over(&two, sizeof(two), 1);
    MPI_Win_fence(0, first);
    MPI_Put(&a, 1, MPI_INT, right, 0, 1, MPI_INT, first);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, second);
    MPI_Put(&b, 1, MPI_INT, right, 0, 1, MPI_INT, second);
    MPI_Win_unlock(right, second);
    MPI_Win_fence(0, first);
    const int left = (rank + size - 1) % size;
    EXPECT(one == left && two == 10 * left);
    MPI_Win_free(&second);
    MPI_Win_free(&first);
}

// program zero_count: Operations of no elements.
PROGRAM(zero_count) {
    int memory = 3;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(NULL, 0, MPI_INT, (rank + 1) % size, 0, 0, MPI_INT, win);
    MPI_Get(NULL, 0, MPI_INT, (rank + 1) % size, 0, 0, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == 3);
    MPI_Win_free(&win);
}
