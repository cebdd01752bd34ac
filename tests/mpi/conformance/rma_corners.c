// Corners of chapter 12 of MPI 4.1: ranges, errors, datatypes of targets, groups, memory that is attached.
#include "tests/mpi/conformance/rules.h"

static MPI_Win window(void* memory, size_t bytes, int unit) {
    MPI_Win win;
    PMPI_Win_create(memory, (MPI_Aint)bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

// program attached_twice: Memory that overlaps attached memory is an error of class MPI_ERR_RMA_ATTACH (12.2.4).
// mpich: does not check attached memory
PROGRAM(attached_twice) {
    _Alignas(16) int memory[4] = {0};
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    IS(MPI_Win_attach(win, memory, 16), MPI_SUCCESS);
    FAILS(MPI_Win_attach(win, memory + 1, 4), MPI_ERR_RMA_ATTACH);
    IS(MPI_Win_detach(win, memory), MPI_SUCCESS);
    PMPI_Win_free(&win);
}

// program accumulates_into_vectors: A get and accumulate of every second element; gaps stay on both sides (12.3.4).
// openmpi: the result has other values
PROGRAM(accumulates_into_vectors) {
    _Alignas(16) int memory[6] = {1, 2, 3, 4, 5, 6};
    int got[6] = {-1, -1, -1, -1, -1, -1};
    const int values[3] = {10, 20, 30};
    MPI_Datatype every_second, pairs;
    PMPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
    PMPI_Type_indexed(3, (const int[]){1, 1, 1}, (const int[]){5, 3, 0}, MPI_INT, &pairs);
    PMPI_Type_commit(&every_second);
    PMPI_Type_commit(&pairs);
    MPI_Win win = window(memory, sizeof(memory), 4);
    PMPI_Win_fence(0, win);
    MPI_Get_accumulate(values, 3, MPI_INT, got, 1, pairs, right_of(rank, size), 0, 1, every_second, MPI_SUM, win);
    PMPI_Win_fence(0, win);
    for (int i = 0; i < 6; ++i) {
        IS(memory[i], i % 2 ? i + 1 : i + 1 + 10 * (i / 2 + 1));
        IS(got[i], ((const int[]){5, -1, -1, 3, -1, 1})[i]);
    }
    PMPI_Type_free(&every_second);
    PMPI_Type_free(&pairs);
    PMPI_Win_free(&win);
}

// program resized_targets: Targets of many resized elements, with a negative lower bound (12.3.1, 5.1.7).
PROGRAM(resized_targets) {
    _Alignas(16) int memory[8];
    int values[3] = {rank, rank + 1, rank + 2};
    MPI_Datatype wide;
    for (int i = 0; i < 8; ++i) memory[i] = -1;
    PMPI_Type_create_resized(MPI_INT, -4, 12, &wide);
    PMPI_Type_commit(&wide);
    MPI_Win win = window(memory, sizeof(memory), 4);
    PMPI_Win_fence(0, win);
    MPI_Put(values, 3, MPI_INT, right_of(rank, size), 1, 3, wide, win);
    PMPI_Win_fence(0, win);
    for (int i = 0; i < 8; ++i) IS(memory[i], i % 3 == 1 ? left_of(rank, size) + i / 3 : -1);
    PMPI_Type_free(&wide);
    PMPI_Win_free(&win);
}

// program gets_overlap: Gets of overlapping parts of a target into different buffers (12.3.2, 12.7).
PROGRAM(gets_overlap) {
    _Alignas(16) int memory[3] = {rank, rank + 10, rank + 20};
    int first[2] = {-1, -1}, second[2] = {-1, -1};
    MPI_Win win = window(memory, sizeof(memory), 4);
    PMPI_Win_fence(0, win);
    MPI_Get(first, 2, MPI_INT, right_of(rank, size), 0, 2, MPI_INT, win);
    MPI_Get(second, 2, MPI_INT, right_of(rank, size), 1, 2, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(first[1], right_of(rank, size) + 10);
    IS(second[0], right_of(rank, size) + 10);
    IS(second[1], right_of(rank, size) + 20);
    PMPI_Win_free(&win);
}

// program pscw_subsets: A rank exposes its window to some ranks while it accesses others (12.5.2).
PROGRAM(pscw_subsets) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1};
    int lower[3], upper[3];
    MPI_Group all, from, to;
    for (int i = 0; i < rank; ++i) lower[i] = i;
    for (int i = rank + 1; i < size; ++i) upper[i - rank - 1] = i;
    MPI_Win win = window(memory, sizeof(memory), 4);
    PMPI_Win_get_group(win, &all);
    PMPI_Group_incl(all, rank, lower, &from);
    PMPI_Group_incl(all, size - rank - 1, upper, &to);
    for (int round = 0; round < 3; ++round) {
        const int value = 10 * round + rank;
        MPI_Win_post(from, 0, win);
        MPI_Win_start(to, 0, win);
        for (int i = rank + 1; i < size; ++i) PMPI_Put(&value, 1, MPI_INT, i, rank, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        for (int i = 0; i < 4; ++i) IS(memory[i], i < rank ? 10 * round + i : -1);
    }
    PMPI_Group_free(&all);
    PMPI_Group_free(&from);
    PMPI_Group_free(&to);
    PMPI_Win_free(&win);
}

// program pscw_empty_groups: An access and an exposure epoch of nobody (12.5.2).
PROGRAM(pscw_empty_groups) {
    _Alignas(16) int memory = 3;
    int flag = 0;
    MPI_Win win = window(&memory, sizeof(memory), 4);
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_test(win, &flag);
    IS(flag, 1);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    IS(MPI_Win_complete(win), MPI_SUCCESS);
    PMPI_Win_free(&win);
}

// program locks_of_two_windows: Locks of two windows at a time, released in the other order (12.5.3).
PROGRAM(locks_of_two_windows) {
    _Alignas(16) int first = -1, second = -1;
    MPI_Win one = window(&first, 4, 4), two = window(&second, 4, 4);
    const int right = right_of(rank, size);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, one);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, two);
    PMPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, one);
    PMPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, two);
    MPI_Win_unlock(right, one);
    MPI_Win_unlock(right, two);
    all_arrive();
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, one);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, two);
    IS(first + second, 2 * left_of(rank, size));
    MPI_Win_unlock(rank, two);
    MPI_Win_unlock(rank, one);
    PMPI_Win_free(&one);
    PMPI_Win_free(&two);
}

// program fetches_by_type: Fetches and swaps of addresses, counts and small integers (12.3.4).
PROGRAM(fetches_by_type) {
    _Alignas(16) MPI_Aint address = 1000;
    _Alignas(16) short small = 5;
    MPI_Aint old = -1;
    short was = -1;
    MPI_Win addresses = window(&address, sizeof(address), 1), shorts = window(&small, sizeof(small), 1);
    PMPI_Win_fence(0, addresses);
    PMPI_Win_fence(0, shorts);
    const MPI_Aint more = rank;
    const short six = 6, five = 5;
    MPI_Fetch_and_op(&more, &old, MPI_AINT, right_of(rank, size), 0, MPI_SUM, addresses);
    MPI_Compare_and_swap(&six, &five, &was, MPI_SHORT, right_of(rank, size), 0, shorts);
    PMPI_Win_fence(0, addresses);
    PMPI_Win_fence(0, shorts);
    IS(old, 1000);
    IS(address, 1000 + left_of(rank, size));
    IS(was, 5);
    IS(small, 6);
    PMPI_Win_free(&addresses);
    PMPI_Win_free(&shorts);
}

// program request_lists: Requests of operations are complete when MPI_Waitany returns their index (12.3.5).
PROGRAM(request_lists) {
    _Alignas(16) int memory[6];
    int got[6], seen = 0;
    MPI_Request requests[6];
    for (int i = 0; i < 6; ++i) memory[i] = 10 * rank + i, got[i] = -1;
    MPI_Win win = window(memory, sizeof(memory), 4);
    all_arrive();
    PMPI_Win_lock_all(0, win);
    for (int i = 0; i < 6; ++i) MPI_Rget(&got[i], 1, MPI_INT, right_of(rank, size), i, 1, MPI_INT, win, &requests[i]);
    for (int i = 0; i < 6; ++i) {
        int index = -1;
        PMPI_Waitany(6, requests, &index, MPI_STATUS_IGNORE);
        CHECK(index >= 0 && got[index] == 10 * right_of(rank, size) + index);
        seen |= 1 << index;
    }
    IS(seen, 63);
    PMPI_Win_unlock_all(win);
    PMPI_Win_free(&win);
}

// program out_of_range: Operations outside of the target's window are errors of class MPI_ERR_RMA_RANGE (12.6).
// mpich: does not check ranges
// openmpi: does not check ranges
PROGRAM(out_of_range) {
    _Alignas(16) int memory = 0;
    int value = 1;
    MPI_Win win = window(&memory, sizeof(memory), 4);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    PMPI_Win_fence(0, win);
    FAILS(MPI_Put(&value, 1, MPI_INT, right_of(rank, size), 1, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    FAILS(MPI_Get(&value, 2, MPI_INT, right_of(rank, size), 0, 2, MPI_INT, win), MPI_ERR_RMA_RANGE);
    PMPI_Win_fence(0, win);
    PMPI_Win_free(&win);
}

// program sizes_differ: Origin and target of different lengths are an error (12.3.1).
// mpich: does not compare the lengths
// openmpi: does not compare the lengths
PROGRAM(sizes_differ) {
    _Alignas(16) int memory[2] = {0, 0};
    int values[2] = {1, 2};
    MPI_Win win = window(memory, sizeof(memory), 4);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    PMPI_Win_fence(0, win);
    CHECK(MPI_Put(values, 2, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win) != MPI_SUCCESS);
    PMPI_Win_fence(0, win);
    PMPI_Win_free(&win);
}

// program datatypes_refused: Accumulates of structures of several datatypes, and swaps of reals, are errors (12.3.4).
// openmpi: swaps reals
PROGRAM(datatypes_refused) {
    _Alignas(16) double memory[2] = {0, 0};
    double value = 1, old = 0;
    MPI_Datatype type;
    PMPI_Type_create_struct(2, (const int[]){1, 1}, (const MPI_Aint[]){0, 8},
                            (const MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &type);
    PMPI_Type_commit(&type);
    MPI_Win win = window(memory, sizeof(memory), 1);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    PMPI_Win_fence(0, win);
    CHECK(MPI_Compare_and_swap(&value, &value, &old, MPI_DOUBLE, right_of(rank, size), 0, win) != MPI_SUCCESS);
    PMPI_Win_fence(0, win);
    PMPI_Type_free(&type);
    PMPI_Win_free(&win);
}

// program shared_noncontiguous: With the hint, segments need not be contiguous, and each has its own address (12.2.3).
// options: --set platform.ranks_per_node=4
// openmpi: segments have the size of pages
PROGRAM(shared_noncontiguous) {
    int *memory = NULL, *other = NULL, unit = -1;
    MPI_Aint bytes = -1;
    MPI_Win win;
    MPI_Info info;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "alloc_shared_noncontig", "true");
    MPI_Win_allocate_shared(4 * (rank + 1), 4, info, MPI_COMM_WORLD, &memory, &win);
    PMPI_Info_free(&info);
    PMPI_Win_fence(0, win);
    for (int i = 0; i <= rank; ++i) memory[i] = 10 * rank + i;
    PMPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) {
        MPI_Win_shared_query(win, i, &bytes, &unit, &other);
        IS(bytes, 4 * (i + 1));
        IS(other[i], 11 * i);
    }
    PMPI_Win_fence(0, win);
    PMPI_Win_free(&win);
}

// program shared_lock: Stores under a lock of the target's window are seen by the next holder (12.5.3, 12.7).
// options: --set platform.ranks_per_node=4
PROGRAM(shared_lock) {
    int *memory = NULL, *counter = NULL, unit;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Win_allocate_shared(rank == 0 ? 4 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    PMPI_Win_shared_query(win, 0, &bytes, &unit, &counter);
    if (rank == 0) {
        PMPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        *counter = 0;
        PMPI_Win_unlock(0, win);
    }
    all_arrive();
    for (int i = 0; i < 5; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        ++*counter;
        MPI_Win_unlock(0, win);
    }
    all_arrive();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    IS(*counter, 20);
    MPI_Win_unlock(0, win);
    PMPI_Win_free(&win);
}
