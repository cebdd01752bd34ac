// Windows: how they are made, of which sizes and units, and freed.
#include "tests/mpi/programs/check.h"

// program alloc_mem: Memory of MPI_Alloc_mem as a window and as a buffer.
PROGRAM(alloc_mem) {
    int *memory, *mine;
    MPI_Alloc_mem(4 * sizeof(int), MPI_INFO_NULL, &memory);
    MPI_Alloc_mem(sizeof(int), MPI_INFO_NULL, &mine);
    memset(memory, 0, 4 * sizeof(int));
    *mine = rank + 1;
    MPI_Win win = window_over(memory, 4 * sizeof(int), sizeof(int));
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) MPI_Put(mine, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == i + 1);
    MPI_Win_free(&win);
    MPI_Free_mem(memory);
    MPI_Free_mem(mine);
}

// program allocate_zero: A part of no bytes of MPI_Win_allocate.
PROGRAM(allocate_zero) {
    int* base;
    const int one = 1;
    MPI_Win win;
    MPI_Win_allocate(rank == 1 ? 4 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (rank == 1) *base = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) EXPECT(*base == size);
    MPI_Win_free(&win);
}

// program disp_units: Each rank has a displacement unit of its own; that of the target counts.
PROGRAM(disp_units) {
    char memory[64] = {0};
    MPI_Win win = window_over(memory, sizeof(memory), rank + 1);
    const int right = (rank + 1) % size;
    char from = (char)(rank + 1);
    MPI_Win_fence(0, win);
    MPI_Put(&from, 1, MPI_BYTE, right, 5, 1, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 64; ++i) EXPECT(memory[i] == (i == 5 * (rank + 1) ? left + 1 : 0));
    MPI_Win_free(&win);
}

// program many_windows: Windows are made and freed many times, and many exist at once.
PROGRAM(many_windows) {
    enum { count = 60 };
    static int memory[count];
    MPI_Win wins[count];
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < count; ++i) wins[i] = window_over(&memory[i], sizeof(int), 1);
        for (int i = 0; i < count; ++i) {
            const int value = 1000 * round + 10 * i + rank;
            MPI_Win_fence(0, wins[i]);
            MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, wins[i]);
            MPI_Win_fence(0, wins[i]);
        }
        for (int i = 0; i < count; ++i) MPI_Win_free(&wins[(i * 7) % count]);
        for (int i = 0; i < count; ++i) EXPECT(memory[i] == 1000 * round + 10 * i + (rank + size - 1) % size);
    }
}

// program win_again: Windows are made and freed three hundred times; each begins without an epoch.
PROGRAM(win_again) {
    int memory = 0;
    const int one = 1;
    for (int i = 1; i <= 300; ++i) {
        MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
        MPI_Win_fence(0, win);
        MPI_Accumulate(&one, 1, MPI_INT, (rank + i) % size, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        EXPECT(memory == i);
    }
}

// program win_allocate: Memory by MPI_Win_allocate.
PROGRAM(win_allocate) {
    int* memory = NULL;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    EXPECT(memory != NULL);
    for (int i = 0; i < 4; ++i) memory[i] = 0;
    MPI_Win_fence(0, win);
    for (int target = 0; target < size; ++target) MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == i);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL);
}

// program win_comm_freed: The communicator may be freed while the window is there.
PROGRAM(win_comm_freed) {
    int memory = -1, place, count;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &place);
    MPI_Comm_size(half, &count);
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, half, &win);
    MPI_Comm_free(&half);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (place + 1) % count, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    // of two ranks of a half, in the other order
    EXPECT(memory == (rank + 2) % size);
    MPI_Group group;
    MPI_Win_get_group(win, &group);
    int members;
    MPI_Group_size(group, &members);
    EXPECT(members == count);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

// program win_halves: Each half has a window of its own at the same time, and all have a third one.
PROGRAM(win_halves) {
    int mine = 0, common = 0, place, count;
    const int one = 1;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Comm_rank(half, &place);
    MPI_Comm_size(half, &count);
    MPI_Win a, b;
    MPI_Win_create(&mine, sizeof(mine), sizeof(int), MPI_INFO_NULL, half, &a);
    MPI_Win_create(&common, sizeof(common), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &b);
    MPI_Win_lock_all(0, a);
    MPI_Win_lock_all(0, b);
    for (int i = 0; i < count; ++i) MPI_Accumulate(&one, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_SUM, a);
    for (int i = 0; i < size; ++i) MPI_Accumulate(&one, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_SUM, b);
    MPI_Win_unlock_all(b);
    MPI_Win_unlock_all(a);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(mine == count && common == size && place < count && rank < size);
    MPI_Win_free(&a);
    MPI_Win_free(&b);
    MPI_Comm_free(&half);
}

// program win_overlapping: Two windows over the same memory, used one after the other.
PROGRAM(win_overlapping) {
    int memory[2] = {0, 0};
    const int one = rank + 1, right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win whole = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win part = window_over(memory + 1, sizeof(int), sizeof(int));
    MPI_Win_fence(0, whole);
    MPI_Put(&one, 1, MPI_INT, right, 1, 1, MPI_INT, whole);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, whole);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, part);
    MPI_Accumulate(&one, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, part);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, part);
    EXPECT(memory[1] == 2 * (left + 1) && memory[0] == 0);
    MPI_Win_free(&part);
    MPI_Win_free(&whole);
}

// program win_self: MPI_COMM_SELF: every rank has its own window, with every kind of epoch.
PROGRAM(win_self) {
    int memory = 0;
    const int one = 1;
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i <= rank; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_lock_all(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    EXPECT(memory == 3 + rank && rank < size);
    MPI_Win_free(&win);
}

// program win_thousands: More than a thousand windows at once, used and freed in another order. (Their number squared
// takes time.)
PROGRAM(win_thousands) {
    enum { count = 1100 };
    static int memory[count];
    static MPI_Win wins[count];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < count; ++i) {
        memory[i] = -1;
        wins[i] = window_over(memory + i, sizeof(int), sizeof(int));
    }
    for (int i = 0; i < count; i += 37) {
        const int value = i + rank;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, wins[i]);
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, wins[i]);
        MPI_Win_unlock(right, wins[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) EXPECT(memory[i] == (i % 37 == 0 ? i + left : -1));
    for (int i = count - 1; i >= 0; --i) MPI_Win_free(wins + i);
}

// program win_units: The unit of the target counts, not that of the origin.
PROGRAM(win_units) {
    char memory[32];
    memset(memory, 0, sizeof(memory));
    const int right = (rank + 1) % size;
    const char letter = (char)('a' + rank);
    MPI_Win win = window_over(memory, sizeof(memory), rank + 1);
    MPI_Win_fence(0, win);
    MPI_Put(&letter, 1, MPI_CHAR, right, 5, 1, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[5 * (rank + 1)] == 'a' + (rank + size - 1) % size);
    MPI_Win_free(&win);
}

// program win_zero_size: Ranks without memory: base NULL and size 0; they are origins only.
PROGRAM(win_zero_size) {
    int memory = -1;
    MPI_Win win = window_over(rank == 0 ? &memory : NULL, rank == 0 ? sizeof(memory) : 0, sizeof(int));
    const int one = 1;
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) EXPECT(memory == size - 1);
    MPI_Win_free(&win);
}
