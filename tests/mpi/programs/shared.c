// Shared windows.
#include "tests/mpi/programs/check.h"

// program shared_flavor: shared_query and attach ask for windows of their flavor.
// options: --set platform.ranks_per_node=4
// SMPI's own: it does not look
PROGRAM(shared_flavor) {
    int memory[2], *base, unit, error_class;
    MPI_Aint bytes;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int)), shared;
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Win_shared_query(win, rank, &bytes, &unit, &base), &error_class);
    EXPECT(error_class == MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &shared);
    MPI_Win_set_errhandler(shared, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Win_attach(shared, memory, sizeof(memory)), &error_class);
    EXPECT(error_class == MPI_ERR_RMA_FLAVOR);
    MPI_Error_class(MPI_Win_shared_query(shared, size, &bytes, &unit, &base), &error_class);
    EXPECT(error_class == MPI_ERR_RANK);
    MPI_Win_free(&shared);
}

// program shared_noncontig: With alloc_shared_noncontig parts may lie apart; they do not overlap, and each is reached
// through shared_query.
// options: --set platform.ranks_per_node=4
// also: shm
// SMPI's own: it puts parts behind each other that are not as long
PROGRAM(shared_noncontig) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    int* mine;
    MPI_Win win;
    MPI_Win_allocate_shared((rank + 1) * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &mine, &win);
    MPI_Info_free(&info);
    for (int i = 0; i <= rank; ++i) mine[i] = 10 * rank + i;
    MPI_Win_fence(0, win);
    for (int other = 0; other < size; ++other) {
        MPI_Aint bytes;
        int unit, *theirs;
        MPI_Win_shared_query(win, other, &bytes, &unit, &theirs);
        EXPECT(bytes == (MPI_Aint)((other + 1) * sizeof(int)));
        for (int i = 0; i <= other; ++i) EXPECT(theirs[i] == 10 * other + i);
    }
    MPI_Win_free(&win);
}

// program shared_operations: Operations and pointers reach the same memory of a shared window, under one lock_all.
// options: --set platform.ranks_per_node=4
// SMPI's own: its shared_query always has the first part
PROGRAM(shared_operations) {
    int *mine, *first;
    MPI_Win win;
    const MPI_Aint wanted = rank == 0 ? 4 * sizeof(int) : 0;  // all memory is that of rank 0
    MPI_Win_allocate_shared(wanted, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &first);
    EXPECT(bytes == 4 * sizeof(int));
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    const int one = 1, value = 70 + rank;
    int before = -1;
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    EXPECT(first[rank] == 70 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) {
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        EXPECT(before >= 71 && before < 70 + 2 * size);
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    EXPECT(first[0] == 70 + 2 * (size - 1));
    for (int i = 1; i < size; ++i) EXPECT(first[i] == 70 + i);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program shared_pointers: Each rank stores into the next one's part by its pointer, between fences.
// options: --set platform.ranks_per_node=4
// also: shm
// SMPI's own: its shared_query always has the first part
PROGRAM(shared_pointers) {
    long *mine, *next;
    MPI_Win win;
    MPI_Win_allocate_shared(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &next);
    EXPECT(bytes == 2 * sizeof(long) && unit == sizeof(long));
    MPI_Win_fence(0, win);
    mine[0] = 0;
    next[1] = 100 + rank;
    MPI_Win_fence(0, win);
    EXPECT(mine[0] == 0 && mine[1] == 100 + (rank + size - 1) % size);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL);
}

// program shared_sizes: Parts of a shared window have sizes of their own and follow each other; MPI_PROC_NULL: the
// first one with memory.
// options: --set platform.ranks_per_node=4
// also: shm
// SMPI's own: it takes all parts for as long as the caller's
PROGRAM(shared_sizes) {
    // 0, 8, 24, 48, ... bytes
    const MPI_Aint bytes = 8 * rank * (rank + 1) / 2;
    char *mine, *base, *first;
    MPI_Win win;
    MPI_Win_allocate_shared(bytes, 1 << rank, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint found, before = 0;
    int unit;
    MPI_Win_shared_query(win, 1, &found, &unit, &first);
    for (int other = 0; other < size; ++other) {
        MPI_Win_shared_query(win, other, &found, &unit, &base);
        EXPECT(found == 8 * other * (other + 1) / 2 && unit == 1 << other);
        if (other > 0) EXPECT(base == first + before);
        if (other == rank && rank > 0) EXPECT(base == mine);
        before += found;
    }
    MPI_Win_shared_query(win, MPI_PROC_NULL, &found, &unit, &base);
    EXPECT(found == 8 && unit == 2 && base == first);
    void* attribute;
    int flag;
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &attribute, &flag);
    EXPECT(flag && *(MPI_Aint*)attribute == bytes);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &attribute, &flag);
    EXPECT(flag && *(int*)attribute == MPI_WIN_FLAVOR_SHARED);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &attribute, &flag);
    EXPECT(flag && *(int*)attribute == MPI_WIN_UNIFIED);
    MPI_Win_free(&win);
}

// program shared_spin: A rank waits until it sees a flag that another one stores: MPI_Win_sync lets time pass.
// options: --set platform.ranks_per_node=4
// SMPI's own: its shared_query always has the first part
PROGRAM(shared_spin) {
    volatile int *mine, *previous;
    MPI_Win win;
    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, (rank + size - 1) % size, &bytes, &unit, &previous);
    MPI_Win_lock_all(0, win);
    mine[0] = mine[1] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank > 0) {
        while (previous[0] == 0) MPI_Win_sync(win);
        MPI_Win_sync(win);
        mine[1] = previous[1] + rank;
    }
    MPI_Win_sync(win);
    mine[0] = 1;
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(mine[1] == rank * (rank + 1) / 2);
    MPI_Win_free(&win);
}

// program shared_split: A communicator of the ranks of a node, two here, has shared windows; the whole one has none.
// options: --set platform.ranks_per_node=2
// SMPI's own: it puts all into one block in any case
PROGRAM(shared_split) {
    MPI_Comm node, none;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
    int place, count;
    MPI_Comm_rank(node, &place);
    MPI_Comm_size(node, &count);
    EXPECT(count == 2 && place == rank % 2);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, rank, MPI_INFO_NULL, &none);
    EXPECT(none == MPI_COMM_NULL);
    int* mine;
    MPI_Win win;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, node, &mine, &win);
    *mine = rank;
    MPI_Win_fence(0, win);
    EXPECT(mine[place == 0 ? 1 : -1] == (rank ^ 1));
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int error_class;
    const int code = MPI_Win_allocate_shared(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Error_class(code, &error_class);
    EXPECT(error_class == MPI_ERR_RMA_SHARED);
    (void)size;
}
