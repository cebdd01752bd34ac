// Buffers of absolute addresses, from MPI_BOTTOM: static, automatic and allocated memory in one datatype.
#include "tests/mpi/programs/check.h"

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

void test(int rank, int size) {
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
