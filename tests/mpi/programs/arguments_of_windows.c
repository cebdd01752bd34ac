// The arguments of the functions that create, query and synchronise windows (MPI 4.1, chapter 12, and what other
// chapters define for windows): each one wrong in turn, all others right. The function returns the error class of that
// argument, and has no other effect.
#include "tests/mpi/programs/check.h"

// program arg_sync: The calls that synchronise.
// SMPI's own: it does not look
PROGRAM(arg_sync) {
    int memory = 0, other = (rank + 1) % size;
    MPI_Comm half;
    MPI_Group group, one, gone, kept;
    MPI_Win win, of_half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, half, &of_half);
    MPI_Win_set_errhandler(of_half, MPI_ERRORS_RETURN);
    win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_incl(group, 1, &other, &one);
    MPI_Group_excl(group, 1, &other, &gone);
    kept = gone;
    MPI_Group_free(&kept);
    EXPECT_CLASS(MPI_ERR_GROUP, MPI_Win_start(MPI_GROUP_NULL, 0, win));
    EXPECT_CLASS(MPI_ERR_GROUP, MPI_Win_post(MPI_GROUP_NULL, 0, win));
    EXPECT_CLASS(MPI_ERR_GROUP, MPI_Win_start(gone, 0, win));
    EXPECT_CLASS(MPI_ERR_GROUP, MPI_Win_post(gone, 0, win));
    EXPECT_CLASS(MPI_ERR_GROUP, MPI_Win_start(one, 0, of_half));
    EXPECT_CLASS(MPI_ERR_GROUP, MPI_Win_post(one, 0, of_half));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_start(one, MPI_MODE_NOPUT, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_post(one, MPI_MODE_NOSUCCEED, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_fence(MPI_MODE_NOCHECK, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_fence(-1, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_lock_all(MPI_MODE_NOPUT, win));
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_lock(MPI_LOCK_SHARED, other, MPI_MODE_NOPUT, win));
    EXPECT_CLASS(MPI_ERR_LOCKTYPE, MPI_Win_lock(0, other, 0, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_SHARED, -9, 0, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, size, 0, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, of_half));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_unlock(-9, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_unlock(size, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_flush(size, win));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_flush_local(size, win));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_test(win, NULL));
    // What has been refused left no epoch open, and a group of the communicator stays valid while one handle does.
    MPI_Comm_group(MPI_COMM_WORLD, &kept);
    MPI_Group_free(&kept);
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_post(group, 0, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_start(group, 0, win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_complete(win));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_wait(win));
    MPI_Group_free(&group);
    MPI_Group_free(&one);
    MPI_Win_free(&of_half);
    MPI_Win_free(&win);
    MPI_Comm_free(&half);
}

// program arg_windows: MPI_WIN_NULL and a window that was freed, for every function that takes a window.
// SMPI's own: it ends for some
#define ROWS_OF_WINDOW(win)                                                                                            \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, win));                                      \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Get(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, win));                                      \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Accumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));                      \
    EXPECT_CLASS(MPI_ERR_WIN,                                                                                          \
                 MPI_Get_accumulate(&mine, 1, MPI_INT, &mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));            \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Fetch_and_op(&mine, &mine, MPI_INT, 0, 0, MPI_SUM, win));                            \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Compare_and_swap(&mine, &mine, &mine, MPI_INT, 0, 0, win));                          \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Rput(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));                           \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Rget(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));                           \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Raccumulate(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request));           \
    EXPECT_CLASS(MPI_ERR_WIN,                                                                                          \
                 MPI_Rget_accumulate(&mine, 1, MPI_INT, &mine, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request)); \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Put(&mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));                          \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_fence(0, win));                                                                  \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_start(MPI_GROUP_EMPTY, 0, win));                                                 \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_complete(win));                                                                  \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_post(MPI_GROUP_EMPTY, 0, win));                                                  \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_wait(win));                                                                      \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_test(win, &flag));                                                               \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));                                               \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_lock(MPI_LOCK_SHARED, MPI_PROC_NULL, 0, win));                                   \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_unlock(0, win));                                                                 \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_lock_all(0, win));                                                               \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_unlock_all(win));                                                                \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_flush(0, win));                                                                  \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_flush_all(win));                                                                 \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_flush_local(0, win));                                                            \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_flush_local_all(win));                                                           \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_sync(win));                                                                      \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_attach(win, &memory, sizeof(memory)));                                           \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_detach(win, &memory));                                                           \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_shared_query(win, 0, &bytes, &flag, &base));                                     \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_get_group(win, &group));                                                         \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_set_info(win, MPI_INFO_NULL));                                                   \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_get_info(win, &info));                                                           \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_get_attr(win, MPI_WIN_SIZE, &base, &flag));                                      \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_set_attr(win, key, &memory));                                                    \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_delete_attr(win, key));                                                          \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_set_name(win, "none"));                                                          \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));                                         \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_get_errhandler(win, &handler));                                                  \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_call_errhandler(win, MPI_ERR_OTHER));                                            \
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_free(&win))
PROGRAM(arg_windows) {
    int memory = 0, mine = 1, flag = 0, key;
    void* base;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Aint bytes;
    MPI_Errhandler handler;
    MPI_Group group;
    MPI_Info info;
    MPI_Request request;
    MPI_Win none = MPI_WIN_NULL, win = window_over(&memory, sizeof(memory), sizeof(int)), gone = win;
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
    MPI_Win_free(&win);
    EXPECT(win == MPI_WIN_NULL);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    ROWS_OF_WINDOW(none);
    ROWS_OF_WINDOW(gone);
    EXPECT_CLASS(MPI_ERR_WIN, MPI_Win_get_name(gone, name, &flag));
    EXPECT(MPI_Win_get_name(none, name, &flag) == MPI_SUCCESS && strcmp(name, "MPI_WIN_NULL") == 0);
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_free(NULL));
    EXPECT(rank < size && memory == 0 && mine == 1);
    MPI_Win_free_keyval(&key);
}

// program arg_create: The functions that create windows. An error is one of the communicator, if there is one.
// SMPI's own: it does not look at all of them
#define CREATE(bytes, unit, info, comm) MPI_Win_create(memory, bytes, unit, info, comm, &win)
#define ALLOCATE(bytes, unit, info, comm) MPI_Win_allocate(bytes, unit, info, comm, &base, &win)
#define ALLOCATE_SHARED(bytes, unit, info, comm) MPI_Win_allocate_shared(bytes, unit, info, comm, &base, &win)
#define CREATE_DYNAMIC(bytes, unit, info, comm) MPI_Win_create_dynamic(info, comm, &win)
#define ROWS_OF_COMMUNICATOR(call)                                        \
    EXPECT_CLASS(MPI_ERR_COMM, call(8, 1, MPI_INFO_NULL, MPI_COMM_NULL)); \
    EXPECT_CLASS(MPI_ERR_COMM, call(8, 1, MPI_INFO_NULL, gone));          \
    EXPECT_CLASS(MPI_ERR_INFO, call(8, 1, no_info, own))
#define ROWS_OF_SIZE(call)                                       \
    ROWS_OF_COMMUNICATOR(call);                                  \
    EXPECT_CLASS(MPI_ERR_SIZE, call(-1, 1, MPI_INFO_NULL, own)); \
    EXPECT_CLASS(MPI_ERR_DISP, call(8, 0, MPI_INFO_NULL, own));  \
    EXPECT_CLASS(MPI_ERR_DISP, call(8, -4, MPI_INFO_NULL, own))
static int arg_create_calls = 0;
static void note_arg_create(MPI_Comm* comm, int* code, ...) {
    (void)comm;
    arg_create_calls += *code == MPI_ERR_DISP;
}
PROGRAM(arg_create) {
    int memory[2] = {0, 0};
    void* base = NULL;
    MPI_Comm own, gone, freed;
    MPI_Errhandler handler;
    MPI_Info info, no_info;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_dup(MPI_COMM_WORLD, &gone);
    freed = gone;
    MPI_Comm_free(&freed);
    MPI_Info_create(&info);
    no_info = info;
    MPI_Info_free(&info);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    ROWS_OF_SIZE(CREATE);
    ROWS_OF_SIZE(ALLOCATE);
    ROWS_OF_SIZE(ALLOCATE_SHARED);
    ROWS_OF_COMMUNICATOR(CREATE_DYNAMIC);
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, own, NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_allocate(8, 1, MPI_INFO_NULL, own, NULL, &win));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, own, &base, NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_create_dynamic(MPI_INFO_NULL, own, NULL));
    EXPECT(win == MPI_WIN_NULL && base == NULL);
    MPI_Comm_create_errhandler(note_arg_create, &handler);
    MPI_Comm_set_errhandler(own, handler);
    EXPECT_CLASS(MPI_ERR_DISP, CREATE(8, 0, MPI_INFO_NULL, own));
    EXPECT(arg_create_calls == 1);
    MPI_Errhandler_free(&handler);
    EXPECT_CLASS(MPI_SUCCESS, CREATE(8, 1, MPI_INFO_NULL, own));
    MPI_Win_free(&win);
    MPI_Comm_free(&own);
    EXPECT(rank < size && memory[0] == 0);
}

// program arg_memory: MPI_Win_attach, MPI_Win_detach, MPI_Win_shared_query.
// SMPI's own: it does not look
// options: --set platform.ranks_per_node=4
PROGRAM(arg_memory) {
    int memory[2] = {0, 0}, unit = 5;
    int* base = memory;
    MPI_Aint bytes = 6;
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_ERR_SIZE, MPI_Win_attach(win, memory, -1));
    EXPECT_CLASS(MPI_ERR_BUFFER, MPI_Win_attach(win, NULL, 8));
    EXPECT_CLASS(MPI_ERR_BUFFER, MPI_Win_attach(win, MPI_BOTTOM, 8));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_attach(win, NULL, 0));
    EXPECT_CLASS(MPI_ERR_BASE, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_ERR_BASE, MPI_Win_detach(win, NULL));
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_shared_query(win, 0, &bytes, &unit, &base));
    MPI_Win_free(&win);
    MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    int* const own = base;
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_attach(win, memory, 8));
    EXPECT_CLASS(MPI_ERR_RMA_FLAVOR, MPI_Win_detach(win, memory));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_shared_query(win, size, &bytes, &unit, &base));
    EXPECT_CLASS(MPI_ERR_RANK, MPI_Win_shared_query(win, -9, &bytes, &unit, &base));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_shared_query(win, rank, NULL, &unit, &base));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_shared_query(win, rank, &bytes, NULL, &base));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_shared_query(win, rank, &bytes, &unit, NULL));
    EXPECT(bytes == 6 && unit == 5 && base == own);
    MPI_Win_free(&win);
}

// program arg_objects: Group, info, attributes, name and error handler of a window.
// SMPI's own: it does not look at all of them
static void handle_of_comm(MPI_Comm* comm, int* code, ...) { (void)comm, (void)code; }
static void handle_of_window(MPI_Win* win, int* code, ...) { (void)win, (void)code; }
PROGRAM(arg_objects) {
    int memory = 0, flag = 3, key, other, length = 4;
    void* value = &memory;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Errhandler of_comm, gone, freed;
    MPI_Info info, no_info;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
    other = key;
    MPI_Info_create(&info);
    no_info = info;
    MPI_Info_free(&info);
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_get_group(win, NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_get_info(win, NULL));
    EXPECT_CLASS(MPI_ERR_INFO, MPI_Win_set_info(win, no_info));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_set_info(win, MPI_INFO_NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_get_attr(win, key, NULL, &flag));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, NULL));
    EXPECT_CLASS(MPI_ERR_KEYVAL, MPI_Win_get_attr(win, MPI_KEYVAL_INVALID, &value, &flag));
    EXPECT_CLASS(MPI_ERR_KEYVAL, MPI_Win_set_attr(win, MPI_KEYVAL_INVALID, &memory));
    EXPECT_CLASS(MPI_ERR_KEYVAL, MPI_Win_delete_attr(win, MPI_KEYVAL_INVALID));
    EXPECT_CLASS(MPI_ERR_KEYVAL, MPI_Win_set_attr(win, MPI_WIN_BASE, &memory));
    EXPECT_CLASS(MPI_ERR_KEYVAL, MPI_Win_delete_attr(win, MPI_WIN_MODEL));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_set_attr(win, key, &memory));
    EXPECT_CLASS(MPI_SUCCESS, MPI_Win_delete_attr(win, key));
    MPI_Win_free_keyval(&key);
    EXPECT_CLASS(MPI_ERR_KEYVAL, MPI_Win_set_attr(win, other, &memory));
    EXPECT_CLASS(MPI_ERR_KEYVAL, MPI_Win_get_attr(win, other, &value, &flag));
    EXPECT(value == &memory && flag == 3);
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_set_name(win, NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_get_name(win, NULL, &length));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_get_name(win, name, NULL));
    MPI_Win_create_errhandler(handle_of_window, &gone);
    freed = gone;
    MPI_Errhandler_free(&freed);
    MPI_Comm_create_errhandler(handle_of_comm, &of_comm);
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_get_errhandler(win, NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_set_errhandler(win, MPI_ERRHANDLER_NULL));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_set_errhandler(win, of_comm));
    EXPECT_CLASS(MPI_ERR_ARG, MPI_Win_set_errhandler(win, gone == of_comm ? MPI_ERRHANDLER_NULL : gone));
    MPI_Errhandler_free(&of_comm);
    EXPECT_CLASS(MPI_ERR_ASSERT, MPI_Win_fence(-1, win));
    EXPECT(rank < size);
    MPI_Win_free(&win);
}

// program arg_handler_references: Each MPI_Win_get_errhandler returns a reference of its own; the window keeps its own.
// SMPI's own: its call_errhandler frees one of the references
static int arg_handler_calls = 0;
static void count_arg_handler(MPI_Win* win, int* code, ...) {
    (void)win;
    arg_handler_calls += *code == MPI_ERR_ARG;
}
PROGRAM(arg_handler_references) {
    int memory[4] = {0, 0, 0, 0};
    MPI_Errhandler mine, got;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_create_errhandler(count_arg_handler, &mine);
    MPI_Win_set_errhandler(win, mine);
    for (int i = 0; i < 3; ++i) {
        MPI_Win_get_errhandler(win, &got);
        EXPECT(got == mine);
        EXPECT_CLASS(MPI_SUCCESS, MPI_Errhandler_free(&got));
        EXPECT(got == MPI_ERRHANDLER_NULL);
    }
    MPI_Win_get_errhandler(win, &got);
    MPI_Errhandler_free(&mine);
    MPI_Win_call_errhandler(win, MPI_ERR_ARG);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_set_errhandler(win, got);
    MPI_Errhandler_free(&got);
    MPI_Win_call_errhandler(win, MPI_ERR_ARG);
    EXPECT(arg_handler_calls == 2 && rank < size);
    MPI_Win_get_errhandler(win, &got);
    MPI_Errhandler_free(&got);
    MPI_Win_free(&win);
}
