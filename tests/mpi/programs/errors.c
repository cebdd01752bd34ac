// Errors: their classes, handlers, and what goes on after them.
#include "tests/mpi/programs/check.h"

// program err_assert: MPI_ERR_ASSERT: assertions that the call does not have, and bits that are none.
// SMPI's own: it does not look
PROGRAM(err_assert) {
    int memory = 0;
    MPI_Group group;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_group(win, &group);
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_fence(MPI_MODE_NOCHECK, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_fence(1 << 20, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_start(group, MPI_MODE_NOPUT, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_post(group, MPI_MODE_NOPRECEDE, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, MPI_MODE_NOSTORE, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_lock_all(MPI_MODE_NOSUCCEED, win));
    EXPECT(size > 0);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

// program err_attach: MPI_ERR_RMA_ATTACH, MPI_ERR_BASE, MPI_ERR_SIZE: attached twice, detached where nothing begins, of
// a negative size.
// SMPI's own: it does not look
PROGRAM(err_attach) {
    int memory[4];
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_attach(win, memory, 8));
    EXPECT_CLASS(MPI_ERR_RMA_ATTACH, MPI_Win_attach(win, memory + 1, 8));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_attach(win, memory + 2, 8));
    EXPECT_CLASS(MPI_ERR_BASE, MPI_Win_detach(win, memory + 1));
    EXPECT_CLASS(MPI_ERR_SIZE, MPI_Win_attach(win, memory, -1));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_ERR_BASE, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_detach(win, memory + 2));
    EXPECT(rank < size);
    MPI_Win_free(&win);
}

// program err_continue: After an error that was returned nothing has happened, and the epoch goes on.
// SMPI's own: it does not look
PROGRAM(err_continue) {
    int memory = 0, mine = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    for (int i = 0; i < 5; ++i) {
        EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Accumulate(&mine, 1, MPI_INT, 0, 7, 1, MPI_INT, MPI_SUM, win));
        MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    }
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory == 5 * size);
    MPI_Win_free(&win);
}

// program err_count: MPI_ERR_COUNT: negative counts at either end.
// SMPI's own: it does not look at the target's
PROGRAM(err_count) {
    int memory[2] = {3, 4}, mine[2] = {1, 2};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Put(mine, -1, MPI_INT, right, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Put(mine, 1, MPI_INT, right, 0, -1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Get(mine, -2, MPI_INT, right, 0, -2, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_COUNT, MPI_Accumulate(mine, -1, MPI_INT, right, 0, 2, MPI_INT, MPI_MAX, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 3 && memory[1] == 4 && mine[0] == 1 && mine[1] == 2);
    MPI_Win_free(&win);
}

// program err_sync: MPI_ERR_RMA_SYNC: calls that no epoch of their rank permits. They have no effect.
// SMPI's own: it does not look
PROGRAM(err_sync) {
    int memory[2] = {0, 0}, mine = 1, got = 0, flag = 7;
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Group all;
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_group(win, &all);
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Put(&mine, 1, MPI_INT, right, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Fetch_and_op(&mine, &got, MPI_INT, right, 0, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &request));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_unlock(right, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_unlock_all(win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_complete(win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_wait(win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_test(win, &flag));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_flush(right, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_flush_local_all(win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_sync(win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_fence(0, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Rget(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, &request));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_lock_all(0, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_start(all, 0, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_fence(0, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_flush((right + 1) % size, win));
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Put(&mine, 1, MPI_INT, (right + 1) % size, 0, 1, MPI_INT, win));
    MPI_Win same = win;
    EXPECT_CLASS(MPI_ERR_RMA_SYNC, MPI_Win_free(&same));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Accumulate(&mine, 1, MPI_INT, right, 1, 1, MPI_INT, MPI_SUM, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_unlock(right, win));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    EXPECT(memory[0] == 0 && memory[1] == 1 && got == 0 && flag == 7 && request == MPI_REQUEST_NULL);
    MPI_Win_unlock(rank, win);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
}

// program err_sync_handler: A handler of the program gets MPI_ERR_RMA_SYNC, too.
// SMPI's own: it does not look
static int sync_errors = 0;

static void count_sync_errors(MPI_Win* win, int* code, ...) {
    int class;
    (void)win;
    MPI_Error_class(*code, &class);
    sync_errors += class == MPI_ERR_RMA_SYNC;
}

PROGRAM(err_sync_handler) {
    int memory = 0;
    MPI_Errhandler handler;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_create_errhandler(count_sync_errors, &handler);
    MPI_Win_set_errhandler(win, handler);
    sync_errors = 0;
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_complete(win);
    EXPECT(sync_errors == 2);
    MPI_Errhandler_free(&handler);
    MPI_Win_free(&win);
}

// program err_flavor: MPI_ERR_RMA_FLAVOR: attach, detach and shared_query ask for windows of their own.
// SMPI's own: it does not look
PROGRAM(err_flavor) {
    int memory[2], unit;
    int* base;
    MPI_Aint bytes;
    MPI_Win win;
    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, 8));
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_shared_query(win, rank, &bytes, &unit, &base));
    EXPECT(size > 0);
    MPI_Win_free(&win);
}

// program err_handler_kept: The default handler is MPI_ERRORS_ARE_FATAL; get_errhandler tells what was set;
// call_errhandler calls it.
// SMPI's own: its call_errhandler ends for MPI_ERRORS_RETURN
static int err_handler_kept_calls;
static void count(MPI_Win* win, int* code, ...) {
    err_handler_kept_calls += *win != MPI_WIN_NULL && *code == MPI_ERR_OTHER;
}
PROGRAM(err_handler_kept) {
    int memory;
    err_handler_kept_calls = 0;
    MPI_Errhandler mine, found;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_get_errhandler(win, &found);
    EXPECT(found == MPI_ERRORS_ARE_FATAL);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_errhandler(win, &found);
    EXPECT(found == MPI_ERRORS_RETURN);
    EXPECT(MPI_Win_call_errhandler(win, MPI_ERR_OTHER) == MPI_SUCCESS && err_handler_kept_calls == 0);
    MPI_Win_create_errhandler(count, &mine);
    MPI_Win_set_errhandler(win, mine);
    EXPECT(MPI_Win_call_errhandler(win, MPI_ERR_OTHER) == MPI_SUCCESS && err_handler_kept_calls == 1);
    MPI_Errhandler_free(&mine);
    EXPECT(rank < size);
    MPI_Win_free(&win);
}

// program err_op: MPI_ERR_OP: operators that MPI does not define for the datatype.
// SMPI's own: it does not look
PROGRAM(err_op) {
    double memory[2] = {0, 0}, mine[2] = {1, 2};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(double));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, MPI_BAND, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, MPI_LOR, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, MPI_MAXLOC, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 8, MPI_BYTE, right, 0, 8, MPI_BYTE, MPI_SUM, win));
    const MPI_Datatype complex = MPI_C_DOUBLE_COMPLEX;
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, complex, right, 0, 1, complex, MPI_MIN, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_C_BOOL, right, 0, 1, MPI_C_BOOL, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_OP, MPI_Accumulate(mine, 1, MPI_DOUBLE_INT, right, 0, 1, MPI_DOUBLE_INT, MPI_SUM, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Accumulate(mine, 16, MPI_BYTE, right, 0, 16, MPI_BYTE, MPI_BOR, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 1 && memory[1] == 2);
    MPI_Win_free(&win);
}

// program err_range: MPI_ERR_RMA_RANGE: what reaches beyond the target's part, by displacement, count or type.
// SMPI's own: it does not look
PROGRAM(err_range) {
    int memory[4] = {0, 0, 0, 0}, mine[4] = {1, 2, 3, 4}, old;
    const int right = (rank + 1) % size;
    MPI_Datatype spread;
    MPI_Type_vector(2, 1, 4, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Put(mine, 1, MPI_INT, right, 4, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Get(mine, 2, MPI_INT, right, 3, 2, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Put(mine, 2, MPI_INT, right, 0, 1, spread, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Accumulate(mine, 1, MPI_INT, right, 1L << 62, 1, MPI_INT, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Fetch_and_op(mine, &old, MPI_INT, right, 4, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RMA_RANGE, MPI_Compare_and_swap(mine, mine, &old, MPI_INT, right, 4, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Put(mine, 1, MPI_INT, right, 3, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Put(mine, 0, MPI_INT, right, 4, 0, MPI_INT, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 0 && memory[3] == 1);
    MPI_Type_free(&spread);
    MPI_Win_free(&win);
}

// program err_rank: MPI_ERR_RANK: a target that is no rank of the window's group, in every operation and
// synchronisation that has one.
// SMPI's own: it does not look
PROGRAM(err_rank) {
    int memory[2] = {0, 0}, mine = 1, old = 0;
    MPI_Request request;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Put(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Get(&mine, 1, MPI_INT, -5, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Accumulate(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Fetch_and_op(&mine, &old, MPI_INT, size, 0, MPI_SUM, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Compare_and_swap(&mine, &mine, &old, MPI_INT, size, 0, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Rput(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, win, &request));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_flush(size, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_flush_local(-7, win));
    MPI_Win_unlock_all(win);
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, size + 1, 0, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_unlock(size, win));
    EXPECT(memory[0] == 0 && memory[1] == 0 && rank < size);
    MPI_Win_free(&win);
}

// program err_type: MPI_ERR_TYPE: no datatype, or not as many bytes at both ends.
// SMPI's own: it does not look
PROGRAM(err_type) {
    int memory[2] = {0, 0}, mine[2] = {1, 2};
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Put(mine, 1, MPI_INT, right, 0, 1, MPI_DATATYPE_NULL, win));
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Put(mine, 1, MPI_INT, right, 0, 2, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Get(mine, 1, MPI_SHORT, right, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_ERR_TYPE, MPI_Get(mine, 2, MPI_INT, right, 0, 1, MPI_INT, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Put(mine, 8, MPI_BYTE, right, 0, 2, MPI_INT, win));
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 1 && memory[1] == 2);
    MPI_Win_free(&win);
}

// program err_win: MPI_ERR_WIN: every function refuses MPI_WIN_NULL, and a window that has been freed.
// SMPI's own: it ends for some
PROGRAM(err_win) {
    int memory = 0, mine = 1, flag;
    MPI_Group group;
    MPI_Win none = MPI_WIN_NULL, win = window_over(&memory, sizeof(memory), sizeof(int)), gone = win;
    MPI_Win_free(&win);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Get(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, gone));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Fetch_and_op(&mine, &mine, MPI_INT, 0, 0, MPI_SUM, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_fence(0, gone));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_unlock(0, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_lock_all(0, none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_flush_all(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_sync(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_complete(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_wait(none));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_test(none, &flag));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_get_group(none, &group));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_attach(none, &memory, 4));
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_free(&none));
    EXPECT(rank < size && memory == 0);
}

// program error_classes: With MPI_ERRORS_RETURN each wrong argument has its error class.
// SMPI's own: it does not look for most of them
static int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

PROGRAM(error_classes) {
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

// program error_handler: An error handler of the program is called with the window and the error.
// SMPI's own: it does not look at the target's rank
static int error_handler_calls = 0, last = MPI_SUCCESS;

static void note(MPI_Win* win, int* code, ...) {
    (void)win;
    ++error_handler_calls;
    last = *code;
}

PROGRAM(error_handler) {
    (void)rank;
    int memory = 0, mine = 1;
    MPI_Errhandler handler, set;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_create_errhandler(note, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Win_get_errhandler(win, &set);
    EXPECT(set == handler);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_INT, size, 0, 1, MPI_INT, win);
    EXPECT(error_handler_calls == 1 && last == MPI_ERR_RANK);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Errhandler_free(&handler);
}
