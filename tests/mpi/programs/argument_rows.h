// Tables of wrong arguments that operations share, for arguments_of_operations.c. A row is an error class and a call
// with one wrong argument.
#pragma once

#include "tests/mpi/programs/check.h"

// Rows for the arguments of all operations with a datatype at the target. `call` has the count and datatype at the
// origin, and the rank, displacement, count and datatype at the target. `un` is a datatype that is not committed.
// `gone` is a datatype that is freed.
#define ROWS_OF_OPERATION(call)                                                   \
    EXPECT_CLASS(MPI_ERR_COUNT, call(-1, MPI_INT, right, 0, 1, MPI_INT));         \
    EXPECT_CLASS(MPI_ERR_COUNT, call(1, MPI_INT, right, 0, -1, MPI_INT));         \
    EXPECT_CLASS(MPI_ERR_COUNT, call(-1, MPI_INT, right, 0, -1, MPI_INT));        \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, MPI_DATATYPE_NULL, right, 0, 1, MPI_INT)); \
    EXPECT_CLASS(MPI_ERR_TYPE, call(0, MPI_DATATYPE_NULL, right, 0, 0, MPI_INT)); \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, un, right, 0, 1, MPI_INT));                \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, gone, right, 0, 1, MPI_INT));              \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, MPI_INT, right, 0, 1, MPI_DATATYPE_NULL)); \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, MPI_INT, right, 0, 1, un));                \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, MPI_INT, right, 0, 1, gone));              \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, MPI_INT, right, 0, 1, MPI_SHORT));         \
    EXPECT_CLASS(MPI_ERR_RANK, call(1, MPI_INT, -9, 0, 1, MPI_INT));              \
    EXPECT_CLASS(MPI_ERR_RANK, call(1, MPI_INT, size, 0, 1, MPI_INT));            \
    EXPECT_CLASS(MPI_ERR_DISP, call(1, MPI_INT, right, -1, 1, MPI_INT));          \
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, call(1, MPI_INT, right, 2, 1, MPI_INT));      \
    EXPECT_CLASS(MPI_ERR_COUNT, call(-1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT)); \
    EXPECT_CLASS(MPI_ERR_TYPE, call(1, MPI_INT, MPI_PROC_NULL, 0, 1, gone));      \
    EXPECT_CLASS(MPI_SUCCESS, call(1, MPI_INT, MPI_PROC_NULL, -1, 1, MPI_INT))

// Operators that `call` does not take, for elements of MPI_INT. `of_program` is an operator of the program.
#define ROWS_OF_OPERATOR(call)                   \
    EXPECT_CLASS(MPI_ERR_OP, call(MPI_OP_NULL)); \
    EXPECT_CLASS(MPI_ERR_OP, call(of_program));  \
    EXPECT_CLASS(MPI_ERR_OP, call(MPI_MAXLOC))

#define FOR_OPERATIONS                                              \
    int memory[2] = {0, 0}, mine[2] = {7, 8}, result[2] = {3, 4};   \
    const int right = (rank + 1) % size;                            \
    MPI_Datatype un, gone;                                          \
    MPI_Request request = MPI_REQUEST_NULL;                         \
    MPI_Type_contiguous(1, MPI_INT, &un);                           \
    MPI_Type_dup(MPI_INT, &gone);                                   \
    MPI_Datatype freed = gone;                                      \
    MPI_Type_free(&freed);                                          \
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int)); \
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);                 \
    MPI_Win_lock_all(0, win)

// Checks that the rows had no effect.
#define AFTER_OPERATIONS                                                      \
    MPI_Win_unlock_all(win);                                                  \
    MPI_Barrier(MPI_COMM_WORLD);                                              \
    EXPECT(memory[0] == 0 && memory[1] == 0);                                 \
    EXPECT(mine[0] == 7 && mine[1] == 8 && result[0] == 3 && result[1] == 4); \
    EXPECT(request == MPI_REQUEST_NULL);                                      \
    MPI_Type_free(&un);                                                       \
    MPI_Win_free(&win)
