// Dynamic windows.
#include "tests/mpi/programs/check.h"

// program dynamic: Memory is attached to a dynamic window; displacements are addresses.
PROGRAM(dynamic) {
    int first[4] = {0, 0, 0, 0}, second[2] = {0, 0}, got = -1;
    MPI_Aint address[2], all[8];
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, first, sizeof(first));
    MPI_Win_attach(win, second, sizeof(second));
    MPI_Get_address(&first[2], &address[0]);
    MPI_Get_address(&second[1], &address[1]);
    MPI_Allgather(address, 2, MPI_AINT, all, 2, MPI_AINT, MPI_COMM_WORLD);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, right, all[2 * right], 1, MPI_INT, win);
    MPI_Accumulate(&rank, 1, MPI_INT, right, all[2 * right + 1], 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(first[2] == left && second[1] == left && first[1] == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Get(&got, 1, MPI_INT, right, all[2 * right], 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    EXPECT(got == rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, second);
    MPI_Win_detach(win, first);
    MPI_Win_free(&win);
}

// program dynamic_adjacent: Regions that touch are attached one by one, and operations access bytes of several.
// SMPI's own: it refuses what crosses the end of a region
static int adjacent_cells[64];

PROGRAM(dynamic_adjacent) {
    int line[32], got[48];
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Aint at, all[8];
    MPI_Win win;
    for (int i = 0; i < 32; ++i) line[i] = 100 * rank + i;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, adjacent_cells, 24 * sizeof(int));
    MPI_Win_attach(win, adjacent_cells + 24, 8 * sizeof(int));
    MPI_Win_attach(win, adjacent_cells + 32, 32 * sizeof(int));
    MPI_Get_address(adjacent_cells, &at);
    MPI_Allgather(&at, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
    const MPI_Aint unit = sizeof(int);
    MPI_Win_fence(0, win);
    MPI_Put(line, 32, MPI_INT, right, MPI_Aint_add(all[right], 16 * unit), 32, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(adjacent_cells[16] == 100 * left && adjacent_cells[47] == 100 * left + 31);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_ERR_RMA_RANGE,
                 MPI_Get(got, 48, MPI_INT, right, MPI_Aint_add(all[right], 17 * unit), 48, MPI_INT, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Get(got, 48, MPI_INT, right, MPI_Aint_add(all[right], 16 * unit), 48, MPI_INT, win));
    MPI_Win_fence(0, win);
    EXPECT(got[0] == 100 * rank && got[31] == 100 * rank + 31);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, adjacent_cells + 24);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT_CLASS(MPI_ERR_RMA_RANGE,
                 MPI_Put(line, 32, MPI_INT, right, MPI_Aint_add(all[right], 16 * unit), 32, MPI_INT, win));
    MPI_Win_fence(0, win);
    MPI_Win_detach(win, adjacent_cells);
    MPI_Win_detach(win, adjacent_cells + 32);
    MPI_Win_free(&win);
}

// program dynamic_aint: MPI_Aint_add and MPI_Aint_diff compute with addresses in a dynamic window.
PROGRAM(dynamic_aint) {
    long memory[4] = {0, 0, 0, 0};
    MPI_Aint bases[4], base;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof(memory));
    MPI_Get_address(memory, &base);
    MPI_Allgather(&base, 1, MPI_AINT, bases, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Aint third;
    MPI_Get_address(memory + 3, &third);
    EXPECT(MPI_Aint_diff(third, base) == 3 * sizeof(long));
    const long one = 1;
    MPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) {
        MPI_Accumulate(&one, 1, MPI_LONG, i, MPI_Aint_add(bases[i], 2 * sizeof(long)), 1, MPI_LONG, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    EXPECT(memory[2] == size && memory[1] == 0 && rank < size);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
}

// program dynamic_bottom: In a dynamic window displacements are addresses: those of a datatype count from MPI_BOTTOM's.
// The type is made of the target's addresses, at the origin.
enum { count = 8 };

PROGRAM(dynamic_bottom) {
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int memory[count], value[2] = {rank + 1, rank + 101};
    for (int i = 0; i < count; ++i) memory[i] = -i;
    MPI_Aint begin, of_target, bottom;
    MPI_Get_address(memory, &begin);
    MPI_Get_address(MPI_BOTTOM, &bottom);
    MPI_Sendrecv(&begin, 1, MPI_AINT, left, 0, &of_target, 1, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const int lengths[2] = {1, 1};
    const MPI_Aint places[2] = {of_target + 5 * (MPI_Aint)sizeof(int), of_target + (MPI_Aint)sizeof(int)};
    MPI_Datatype there;
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &there);
    MPI_Type_commit(&there);
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, sizeof(memory));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    MPI_Put(value, 2, MPI_INT, right, bottom, 1, there, win);
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) {
        const int wanted = i == 5 ? left + 1 : i == 1 ? left + 101 : -i;
        EXPECT(memory[i] == wanted);
    }
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
    MPI_Type_free(&there);
}

// program dynamic_errors: Wrong arguments of dynamic windows.
// SMPI's own: it does not look for them
static int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

PROGRAM(dynamic_errors) {
    (void)size;
    int memory[4], mine = 1;
    MPI_Aint address;
    void* value;
    int found;
    MPI_Win win, plain = window_over(memory, sizeof(memory), 1);
    MPI_Win_set_errhandler(plain, MPI_ERRORS_RETURN);
    EXPECT(class_of(MPI_Win_attach(plain, memory, 8)) == MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&plain);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &found);
    EXPECT(found && value == MPI_BOTTOM);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &found);
    EXPECT(found && *(int*)value == MPI_WIN_FLAVOR_DYNAMIC);
    MPI_Win_attach(win, memory, 8);
    EXPECT(class_of(MPI_Win_attach(win, (char*)memory + 4, 8)) == MPI_ERR_RMA_ATTACH);
    EXPECT(class_of(MPI_Win_detach(win, (char*)memory + 4)) == MPI_ERR_BASE);
    MPI_Get_address(memory, &address);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_INT, rank, address + 8, 1, MPI_INT, win)) == MPI_ERR_RMA_RANGE);
    EXPECT(MPI_Put(&mine, 1, MPI_INT, rank, address + 4, 1, MPI_INT, win) == MPI_SUCCESS);
    MPI_Win_unlock(rank, win);
    EXPECT(memory[1] == 1);
    MPI_Win_detach(win, memory);
    MPI_Win_free(&win);
}

// program dynamic_many: Many pieces are attached, some detached, and attached again.
PROGRAM(dynamic_many) {
    enum { count = 50 };
    static int memory[2 * count];
    MPI_Aint here, there;
    MPI_Win win;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    memset(memory, 0, sizeof(memory));
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < count; ++i) MPI_Win_attach(win, memory + 2 * i, 2 * sizeof(int));
    for (int i = 0; i < count; i += 2) MPI_Win_detach(win, memory + 2 * i);
    for (int i = 0; i < count; i += 2) MPI_Win_attach(win, memory + 2 * i, sizeof(int));
    MPI_Get_address(memory, &here);
    MPI_Sendrecv(&here, 1, MPI_AINT, left, 0, &there, 1, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < count; ++i) {
        const int value = i + 1000 * rank;
        MPI_Put(&value, 1, MPI_INT, right, there + (MPI_Aint)(2 * i * sizeof(int)), 1, MPI_INT, win);
        MPI_Win_flush_local(right, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i) EXPECT(memory[2 * i] == i + 1000 * left && memory[2 * i + 1] == 0);
    for (int i = 0; i < count; ++i) MPI_Win_detach(win, memory + 2 * i);
    MPI_Win_free(&win);
}
