// With MPI_ERRORS_RETURN each wrong argument has its error class.
// SMPI's own: it does not look for most of them
#include "tests/mpi/programs/check.h"

static int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

void test(int rank, int size) {
    int memory[2] = {0, 0}, mine = 1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    const int right = (rank + 1) % size;
    MPI_Win_fence(0, win);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, win)) == MPI_ERR_RANK);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_INT, -7, 0, 1, MPI_INT, win)) == MPI_ERR_RANK);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_INT, right, 0, -1, MPI_INT, win)) == MPI_ERR_COUNT);
    EXPECT(class_of(MPI_Put(&mine, -1, MPI_INT, right, 0, 1, MPI_INT, win)) == MPI_ERR_COUNT);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_INT, right, -1, 1, MPI_INT, win)) == MPI_ERR_DISP);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_DATATYPE_NULL, right, 0, 1, MPI_DATATYPE_NULL, win)) == MPI_ERR_TYPE);
    EXPECT(class_of(MPI_Put(&mine, 1, MPI_INT, right, 2, 1, MPI_INT, win)) == MPI_ERR_RMA_RANGE);
    EXPECT(class_of(MPI_Get(&mine, 1, MPI_INT, right, 0, 2, MPI_INT, win)) == MPI_ERR_TYPE);
    EXPECT(class_of(MPI_Accumulate(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_NO_OP, win)) == MPI_ERR_OP);
    EXPECT(class_of(MPI_Accumulate(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_MAXLOC, win)) == MPI_ERR_OP);
    EXPECT(class_of(MPI_Win_fence(MPI_MODE_NOCHECK, win)) == MPI_ERR_ASSERT);
    MPI_Win_fence(0, win);
    EXPECT(class_of(MPI_Win_lock(12345, right, 0, win)) == MPI_ERR_LOCKTYPE);
    EXPECT(class_of(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win)) == MPI_ERR_RANK);
    EXPECT(class_of(MPI_Win_lock(MPI_LOCK_SHARED, right, MPI_MODE_NOPUT, win)) == MPI_ERR_ASSERT);
    EXPECT(class_of(MPI_Win_lock_all(MPI_MODE_NOPUT, win)) == MPI_ERR_ASSERT);
    EXPECT(class_of(MPI_Win_start(MPI_GROUP_NULL, 0, win)) == MPI_ERR_GROUP);
    EXPECT(memory[0] == 0 && memory[1] == 0);
    MPI_Win_free(&win);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    EXPECT(class_of(MPI_Win_fence(0, MPI_WIN_NULL)) == MPI_ERR_WIN);
    EXPECT(class_of(MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win)) == MPI_ERR_SIZE);
    EXPECT(class_of(MPI_Win_create(memory, 8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win)) == MPI_ERR_DISP);
    EXPECT(class_of(MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win)) == MPI_ERR_COMM);
}
