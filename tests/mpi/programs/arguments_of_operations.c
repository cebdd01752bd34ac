// The arguments of operations (MPI 4.1, 12.3): each one wrong in turn, all others right. The function returns the error
// class of that argument, and has no other effect.
#include "tests/mpi/programs/argument_rows.h"

// program arg_put_get: MPI_Put, MPI_Get, MPI_Rput, MPI_Rget.
// SMPI's own: it does not look
#define PUT(count, type, ...) MPI_Put(mine, count, type, __VA_ARGS__, win)
#define GET(count, type, ...) MPI_Get(result, count, type, __VA_ARGS__, win)
#define RPUT(count, type, ...) MPI_Rput(mine, count, type, __VA_ARGS__, win, &request)
#define RGET(count, type, ...) MPI_Rget(result, count, type, __VA_ARGS__, win, &request)
PROGRAM(arg_put_get) {
    FOR_OPERATIONS;
    ROWS_OF_OPERATION(PUT);
    ROWS_OF_OPERATION(GET);
    ROWS_OF_OPERATION(RPUT);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    ROWS_OF_OPERATION(RGET);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Rput(mine, 1, MPI_INT, right, 0, 1, MPI_INT, win, NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Rget(result, 1, MPI_INT, right, 0, 1, MPI_INT, win, NULL));
    AFTER_OPERATIONS;
}

// program arg_accumulate: MPI_Accumulate, MPI_Raccumulate.
// SMPI's own: it does not look
#define ACCUMULATE(count, type, ...) MPI_Accumulate(mine, count, type, __VA_ARGS__, MPI_SUM, win)
#define RACCUMULATE(count, type, ...) MPI_Raccumulate(mine, count, type, __VA_ARGS__, MPI_SUM, win, &request)
#define ACCUMULATE_BY(op) MPI_Accumulate(mine, 1, MPI_INT, right, 0, 1, MPI_INT, op, win)
#define RACCUMULATE_BY(op) MPI_Raccumulate(mine, 1, MPI_INT, right, 0, 1, MPI_INT, op, win, &request)
static void combines(void* in, void* out, int* count, MPI_Datatype* type) {
    (void)in, (void)out, (void)count, (void)type;
}
PROGRAM(arg_accumulate) {
    MPI_Op of_program;
    MPI_Op_create(combines, 1, &of_program);
    FOR_OPERATIONS;
    ROWS_OF_OPERATION(ACCUMULATE);
    ROWS_OF_OPERATION(RACCUMULATE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    ROWS_OF_OPERATOR(ACCUMULATE_BY);
    ROWS_OF_OPERATOR(RACCUMULATE_BY);
    EXPECT_CLASS(MPI_ERR_OP, ACCUMULATE_BY(MPI_NO_OP));
    EXPECT_CLASS(MPI_ERR_OP, RACCUMULATE_BY(MPI_NO_OP));
    EXPECT_CLASS(MPI_ERR_TYPE, ACCUMULATE(1, MPI_FLOAT, right, 0, 1, MPI_INT));
    EXPECT_CLASS(MPI_ERR_TYPE, RACCUMULATE(1, MPI_UNSIGNED, right, 0, 1, MPI_INT));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_OP_NULL, win));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Raccumulate(mine, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win, NULL));
    AFTER_OPERATIONS;
    MPI_Op_free(&of_program);
}

// program arg_get_accumulate: MPI_Get_accumulate, MPI_Rget_accumulate. MPI_NO_OP ignores the origin's buffer, count and
// datatype.
// SMPI's own: it does not look
#define GET_ACCUMULATE(count, type, ...) \
    MPI_Get_accumulate(mine, count, type, result, 1, MPI_INT, __VA_ARGS__, MPI_SUM, win)
#define RGET_ACCUMULATE(count, type, ...) \
    MPI_Rget_accumulate(mine, count, type, result, 1, MPI_INT, __VA_ARGS__, MPI_SUM, win, &request)
#define RECEIVES(count, type, ...) MPI_Get_accumulate(mine, 1, MPI_INT, result, count, type, __VA_ARGS__, MPI_SUM, win)
#define RRECEIVES(count, type, ...) \
    MPI_Rget_accumulate(mine, 1, MPI_INT, result, count, type, __VA_ARGS__, MPI_SUM, win, &request)
#define GET_ACCUMULATE_BY(op) MPI_Get_accumulate(mine, 1, MPI_INT, result, 1, MPI_INT, right, 0, 1, MPI_INT, op, win)
#define RGET_ACCUMULATE_BY(op) \
    MPI_Rget_accumulate(mine, 1, MPI_INT, result, 1, MPI_INT, right, 0, 1, MPI_INT, op, win, &request)
static void combine_none(void* in, void* out, int* count, MPI_Datatype* type) {
    (void)in, (void)out, (void)count, (void)type;
}
PROGRAM(arg_get_accumulate) {
    MPI_Op of_program;
    MPI_Op_create(combine_none, 1, &of_program);
    FOR_OPERATIONS;
    ROWS_OF_OPERATION(GET_ACCUMULATE);
    ROWS_OF_OPERATION(RECEIVES);
    ROWS_OF_OPERATION(RGET_ACCUMULATE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    ROWS_OF_OPERATION(RRECEIVES);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    ROWS_OF_OPERATOR(GET_ACCUMULATE_BY);
    ROWS_OF_OPERATOR(RGET_ACCUMULATE_BY);
    EXPECT_CLASS(MPI_ERR_TYPE, GET_ACCUMULATE(1, MPI_FLOAT, right, 0, 1, MPI_INT));
    EXPECT_CLASS(MPI_ERR_ARG,
                 MPI_Rget_accumulate(mine, 1, MPI_INT, result, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, win, NULL));
    EXPECT_CLASS(MPI_ERR_TYPE,
                 MPI_Get_accumulate(NULL, -1, gone, result, 1, gone, right, 0, 1, MPI_INT, MPI_NO_OP, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Get_accumulate(NULL, -1, MPI_DATATYPE_NULL, result, 1, MPI_INT, right, 0, 1, MPI_INT,
                                                 MPI_NO_OP, win));
    MPI_Win_flush_local_all(win);
    EXPECT_CLASS(MPI_SUCCESS,
                 MPI_Get_accumulate(NULL, 0, gone, result, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_NO_OP, win));
    MPI_Win_flush_all(win);
    EXPECT(result[0] == 0);
    result[0] = 3;
    AFTER_OPERATIONS;
    MPI_Op_free(&of_program);
}

// program arg_one_element: MPI_Fetch_and_op, MPI_Compare_and_swap: predefined datatypes only.
// SMPI's own: it does not look
#define FETCH(type, target, disp) MPI_Fetch_and_op(mine, result, type, target, disp, MPI_REPLACE, win)
#define SWAP(type, target, disp) MPI_Compare_and_swap(mine, mine, result, type, target, disp, win)
#define ROWS_OF_ONE_ELEMENT(call)                                  \
    EXPECT_CLASS(MPI_ERR_TYPE, call(MPI_DATATYPE_NULL, right, 0)); \
    EXPECT_CLASS(MPI_ERR_TYPE, call(un, right, 0));                \
    EXPECT_CLASS(MPI_ERR_TYPE, call(gone, right, 0));              \
    EXPECT_CLASS(MPI_ERR_TYPE, call(derived, right, 0));           \
    EXPECT_CLASS(MPI_ERR_RANK, call(MPI_INT, -9, 0));              \
    EXPECT_CLASS(MPI_ERR_RANK, call(MPI_INT, size, 0));            \
    EXPECT_CLASS(MPI_ERR_DISP, call(MPI_INT, right, -1));          \
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, call(MPI_INT, right, 2));      \
    EXPECT_CLASS(MPI_ERR_TYPE, call(gone, MPI_PROC_NULL, 0));      \
    EXPECT_CLASS(MPI_SUCCESS, call(MPI_INT, MPI_PROC_NULL, -1))
#define FETCH_BY(op) MPI_Fetch_and_op(mine, result, MPI_INT, right, 0, op, win)
static void combine_one(void* in, void* out, int* count, MPI_Datatype* type) {
    (void)in, (void)out, (void)count, (void)type;
}
PROGRAM(arg_one_element) {
    MPI_Datatype derived;
    MPI_Op of_program;
    MPI_Op_create(combine_one, 1, &of_program);
    MPI_Type_contiguous(1, MPI_INT, &derived);
    MPI_Type_commit(&derived);
    FOR_OPERATIONS;
    ROWS_OF_ONE_ELEMENT(FETCH);
    ROWS_OF_ONE_ELEMENT(SWAP);
    ROWS_OF_OPERATOR(FETCH_BY);
    EXPECT_CLASS(MPI_ERR_TYPE, SWAP(MPI_FLOAT, right, 0));
    EXPECT_CLASS(MPI_ERR_TYPE, SWAP(MPI_SHORT_INT, right, 0));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Fetch_and_op(NULL, result, MPI_INT, right, 0, MPI_NO_OP, win));
    MPI_Win_flush_all(win);
    EXPECT(result[0] == 0);
    result[0] = 3;
    AFTER_OPERATIONS;
    MPI_Type_free(&derived);
    MPI_Op_free(&of_program);
}
