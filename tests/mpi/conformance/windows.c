// Windows of each flavor, their attributes, hints, names and errors, from sections 12.2 and 12.6 of MPI 4.1.
// The memory of a shared window is that of ranks on one node.
#include "tests/mpi/conformance/rules.h"

// Returns an integer attribute of a window.
static int number_in(MPI_Win win, int key) {
    int *value = NULL, flag = 0;
    PMPI_Win_get_attr(win, key, &value, &flag);
    return flag ? *value : -1;
}

static void free_window(MPI_Win* win) { PMPI_Win_free(win); }

// Attributes of windows.
static int copies, deletes;

static int copy_attribute(MPI_Win win, int keyval, void* state, void* in, void* out, int* flag) {
    ++copies;
    (void)win, (void)keyval, (void)state;
    *(void**)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_attribute(MPI_Win win, int keyval, void* value, void* state) {
    CHECK(win != MPI_WIN_NULL && keyval != MPI_KEYVAL_INVALID && state == &deletes);
    deletes += (int)(intptr_t)value;
    return MPI_SUCCESS;
}

// Error handlers of windows.
static int handled, handled_code;
static MPI_Win handled_window;

static void handle(MPI_Win* win, int* code, ...) {
    ++handled;
    handled_code = *code;
    handled_window = *win;
}

static void own_operation(void* in, void* inout, int* length, MPI_Datatype* type) {
    (void)in, (void)inout, (void)length, (void)type;
}

// program create_attributes: Base, size, unit, flavor and model of a window over memory of the program (12.2.6).
PROGRAM(create_attributes) {
    _Alignas(16) short memory[8];
    MPI_Win win = MPI_WIN_NULL;
    void* base = NULL;
    MPI_Aint* bytes = NULL;
    int flag = 0;
    MPI_Win_create(memory, sizeof(memory), 2, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    CHECK(win != MPI_WIN_NULL);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    IS(flag, 1);
    CHECK(base == memory);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
    IS(*bytes, 16);
    IS(number_in(win, MPI_WIN_DISP_UNIT), 2);
    CHECK(number_in(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_CREATE);
    const int model = number_in(win, MPI_WIN_MODEL);
    CHECK(model == MPI_WIN_UNIFIED || model == MPI_WIN_SEPARATE);
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL);
}

// program different_sizes: Ranks may have different sizes and units, also none (12.2.1).
PROGRAM(different_sizes) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1};
    MPI_Win win;
    MPI_Aint* bytes = NULL;
    int flag = 0;
    MPI_Win_create(rank == 1 ? NULL : memory, rank == 1 ? 0 : (rank + 1) * 4, rank == 2 ? 1 : 4, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    PMPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
    IS(*bytes, rank == 1 ? 0 : 4 * (rank + 1));
    const int values[2] = {20, 30};
    PMPI_Win_fence(0, win);
    if (rank == 0) {
        PMPI_Put(&values[0], 1, MPI_INT, 2, 8, 1, MPI_INT, win);
        PMPI_Put(&values[1], 1, MPI_INT, 3, 3, 1, MPI_INT, win);
    }
    PMPI_Win_fence(0, win);
    if (rank == 2) IS(memory[2], 20);
    if (rank == 3) IS(memory[3], 30);
    free_window(&win);
}

// program allocate_window: MPI_Win_allocate returns memory that is the window's (12.2.2).
PROGRAM(allocate_window) {
    int* memory = NULL;
    MPI_Win win = MPI_WIN_NULL;
    void* base = NULL;
    int flag = 0;
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    CHECK(memory != NULL);
    PMPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    CHECK(base == memory);
    CHECK(number_in(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_ALLOCATE);
    memory[2] = -1;
    PMPI_Win_fence(0, win);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), 2, 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(memory[2], left_of(rank, size));
    free_window(&win);
}

// program allocate_aligned: A hint has the alignment of the memory (12.2.2; MPI 4.0).
// mpich: 4.0 lacks the hint
// openmpi: 4.1 lacks the hint
PROGRAM(allocate_aligned) {
    char* memory = NULL;
    MPI_Win win;
    MPI_Info info;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "mpi_minimum_memory_alignment", "4096");
    MPI_Win_allocate(100, 1, info, MPI_COMM_WORLD, &memory, &win);
    IS((uintptr_t)memory % 4096, 0);
    free_window(&win);
    PMPI_Info_free(&info);
}

// program shared_memory: Each rank stores into the memory of its neighbour (12.2.3).
// options: --set platform.ranks_per_node=4
PROGRAM(shared_memory) {
    int *memory = NULL, *other = NULL, unit = -1;
    MPI_Aint bytes = -1;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    CHECK(number_in(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_SHARED);
    MPI_Win_shared_query(win, right_of(rank, size), &bytes, &unit, &other);
    IS(bytes, 8);
    IS(unit, 4);
    PMPI_Win_fence(0, win);
    other[1] = rank + 100;
    PMPI_Win_fence(0, win);
    IS(memory[1], left_of(rank, size) + 100);
    free_window(&win);
}

// program shared_contiguous: Memory of all ranks is contiguous, in the order of ranks, without a hint (12.2.3).
// options: --set platform.ranks_per_node=4
PROGRAM(shared_contiguous) {
    char *memory = NULL, *first = NULL, *own = NULL;
    int unit = -1;
    MPI_Aint bytes = -1;
    MPI_Win win;
    MPI_Win_allocate_shared(16 * (rank + 1), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    IS(bytes, 16);
    MPI_Win_shared_query(win, rank, &bytes, &unit, &own);
    CHECK(own == memory);
    IS(own - first, 8 * rank * (rank + 1));
    IS(bytes, 16 * (rank + 1));
    free_window(&win);
}

// program shared_null_process: The null process is the lowest rank that has memory (12.2.3).
// options: --set platform.ranks_per_node=4
PROGRAM(shared_null_process) {
    int *memory = NULL, *found = NULL, unit = -1;
    MPI_Aint bytes = -1;
    MPI_Win win;
    MPI_Win_allocate_shared(rank >= 2 ? 4 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &found);
    IS(bytes, 4);
    PMPI_Win_fence(0, win);
    if (rank == 2) CHECK(found == memory);
    if (rank == 2) *memory = 222;
    PMPI_Win_fence(0, win);
    IS(*found, 222);
    free_window(&win);
}

// program shared_with_rma: Operations and stores of other ranks meet in a shared window (12.2.3, 12.4).
// options: --set platform.ranks_per_node=4
PROGRAM(shared_with_rma) {
    int *memory = NULL, *zero = NULL, unit = -1;
    MPI_Aint bytes = -1;
    MPI_Win win;
    MPI_Win_allocate_shared(rank == 0 ? 16 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    PMPI_Win_shared_query(win, 0, &bytes, &unit, &zero);
    PMPI_Win_fence(0, win);
    const int value = rank + 10;
    if (rank % 2 == 0) zero[rank] = value;
    else PMPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    for (int i = 0; i < 4; ++i) IS(zero[i], i + 10);
    PMPI_Win_fence(0, win);
    free_window(&win);
}

// program dynamic_attach: Memory is attached and detached; displacements are addresses (12.2.4).
PROGRAM(dynamic_attach) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1};
    MPI_Aint mine, theirs;
    MPI_Win win = MPI_WIN_NULL;
    void* base = &base;
    int flag = 0;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    CHECK(number_in(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_DYNAMIC);
    PMPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    CHECK(flag && base == MPI_BOTTOM);
    IS(MPI_Win_attach(win, memory, sizeof(memory)), MPI_SUCCESS);
    PMPI_Get_address(&memory[2], &mine);
    PMPI_Sendrecv(&mine, 1, MPI_AINT, left_of(rank, size), 0, &theirs, 1, MPI_AINT, right_of(rank, size), 0,
                  MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    PMPI_Win_fence(0, win);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), theirs, 1, MPI_INT, win);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), MPI_Aint_add(theirs, 4), 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(memory[2], left_of(rank, size));
    IS(memory[3], left_of(rank, size));
    IS(memory[1], -1);
    IS(MPI_Win_detach(win, memory), MPI_SUCCESS);
    all_arrive();
    free_window(&win);
}

// program dynamic_again: Memory can be detached and attached again; other memory stays attached (12.2.4).
PROGRAM(dynamic_again) {
    _Alignas(16) int first[2] = {-1, -1}, second[2] = {-1, -1};
    MPI_Aint mine[2], theirs[2];
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Get_address(first, &mine[0]);
    PMPI_Get_address(second, &mine[1]);
    PMPI_Sendrecv(mine, 2, MPI_AINT, left_of(rank, size), 0, theirs, 2, MPI_AINT, right_of(rank, size), 0,
                  MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_attach(win, first, sizeof(first));
    MPI_Win_attach(win, second, sizeof(second));
    for (int round = 0; round < 2; ++round) {
        const int value = 10 * round + rank;
        PMPI_Win_fence(0, win);
        for (int i = 0; i < 2; ++i) PMPI_Put(&value, 1, MPI_INT, right_of(rank, size), theirs[i], 1, MPI_INT, win);
        PMPI_Win_fence(0, win);
        IS(first[0], 10 * round + left_of(rank, size));
        IS(second[0], 10 * round + left_of(rank, size));
        MPI_Win_detach(win, first);
        MPI_Win_attach(win, first, sizeof(first));
    }
    MPI_Win_detach(win, first);
    MPI_Win_detach(win, second);
    all_arrive();
    free_window(&win);
}

// program window_group: A window has the group of its communicator (12.2.6).
// openmpi: creates no window of a part of the ranks
PROGRAM(window_group) {
    MPI_Comm odd;
    MPI_Win win;
    MPI_Group group = MPI_GROUP_NULL, expected;
    _Alignas(16) int memory = 0, result = -1;
    PMPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &odd);
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, odd, &win);
    MPI_Win_get_group(win, &group);
    PMPI_Comm_group(odd, &expected);
    PMPI_Group_compare(group, expected, &result);
    CHECK(result == MPI_IDENT);
    PMPI_Group_free(&group);
    PMPI_Group_free(&expected);
    PMPI_Comm_free(&odd);
    free_window(&win);
}

// program window_outlives: A window is used after its communicator is freed; targets are ranks of it (12.2.1).
// openmpi: creates no window of a part of the ranks
PROGRAM(window_outlives) {
    MPI_Comm reversed;
    MPI_Win win;
    _Alignas(16) int memory = -1;
    PMPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, reversed, &win);
    PMPI_Comm_free(&reversed);
    PMPI_Win_fence(0, win);
    PMPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(memory, 3 - rank);
    free_window(&win);
}

// program window_names: Windows have names (7.8).
// openmpi: a window has a name from the start
PROGRAM(window_names) {
    char name[MPI_MAX_OBJECT_NAME] = "unset";
    _Alignas(16) int memory = 0, length = -1;
    MPI_Win win;
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_name(win, name, &length);
    IS_TEXT(name, "");
    IS(length, 0);
    MPI_Win_set_name(win, "of a halo");
    MPI_Win_get_name(win, name, &length);
    IS_TEXT(name, "of a halo");
    IS(length, 9);
    free_window(&win);
}

// program null_window_name: The name of the null window (7.8; MPI 4.1).
// mpich: an error before MPI 4.1
// openmpi: an error before MPI 4.1
PROGRAM(null_window_name) {
    char name[MPI_MAX_OBJECT_NAME] = "unset";
    int length = -1;
    MPI_Win_get_name(MPI_WIN_NULL, name, &length);
    IS_TEXT(name, "MPI_WIN_NULL");
    IS(length, 12);
}

// program window_hints: Hints of the call, and those that are set later (12.2.7).
PROGRAM(window_hints) {
    char value[10] = "";
    _Alignas(16) int memory = 0, flag = 0;
    MPI_Info info, used = MPI_INFO_NULL;
    MPI_Win win;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "no_locks", "true");
    PMPI_Win_create(&memory, 4, 4, info, MPI_COMM_WORLD, &win);
    MPI_Win_get_info(win, &used);
    CHECK(used != MPI_INFO_NULL);
    PMPI_Info_get(used, "no_locks", 9, value, &flag);
    IS(flag, 1);
    IS_TEXT(value, "true");
    PMPI_Info_free(&used);
    PMPI_Info_set(info, "no_locks", "false");
    IS(MPI_Win_set_info(win, info), MPI_SUCCESS);
    PMPI_Info_free(&info);
    free_window(&win);
}

// program window_hints_set: A hint that is set later is the window's (12.2.7).
// mpich: returns the hint of the creation
// openmpi: returns the hint of the creation
PROGRAM(window_hints_set) {
    char value[10] = "";
    _Alignas(16) int memory = 0, flag = 0;
    MPI_Info info, used;
    MPI_Win win;
    PMPI_Info_create(&info);
    PMPI_Info_set(info, "accumulate_ops", "same_op");
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_info(win, info);
    PMPI_Win_get_info(win, &used);
    PMPI_Info_get(used, "accumulate_ops", 9, value, &flag);
    IS(flag, 1);
    IS_TEXT(value, "same_op");
    PMPI_Info_free(&used);
    PMPI_Info_free(&info);
    free_window(&win);
}

// program window_attributes: Attributes of the program are deleted with the window (7.7.3).
PROGRAM(window_attributes) {
    _Alignas(16) int memory = 0, keyval = MPI_KEYVAL_INVALID, flag = 1;
    void* value = NULL;
    MPI_Win win;
    copies = deletes = 0;
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create_keyval(copy_attribute, delete_attribute, &keyval, &deletes);
    CHECK(keyval != MPI_KEYVAL_INVALID);
    MPI_Win_get_attr(win, keyval, &value, &flag);
    IS(flag, 0);
    MPI_Win_set_attr(win, keyval, (void*)5);
    MPI_Win_get_attr(win, keyval, &value, &flag);
    IS(flag, 1);
    IS((intptr_t)value, 5);
    MPI_Win_delete_attr(win, keyval);
    IS(deletes, 5);
    MPI_Win_set_attr(win, keyval, (void*)7);
    free_window(&win);
    IS(deletes, 12);
    IS(copies, 0);
    MPI_Win_free_keyval(&keyval);
    CHECK(keyval == MPI_KEYVAL_INVALID);
}

// program window_error_handler: Errors of a window call its handler (9.3.2).
PROGRAM(window_error_handler) {
    _Alignas(16) int memory = 0, value = 1;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, found = MPI_ERRHANDLER_NULL;
    MPI_Win win;
    handled = 0;
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_errhandler(win, &found);
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    MPI_Win_create_errhandler(handle, &handler);
    MPI_Win_set_errhandler(win, handler);
    PMPI_Win_fence(0, win);
    FAILS(MPI_Put(&value, 1, MPI_INT, size + 5, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    PMPI_Win_fence(0, win);
    IS(handled, 1);
    CHECK(handled_window == win);
    MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
    IS(handled, 2);
    CHECK(handled_code == MPI_ERR_OTHER);
    MPI_Win_get_errhandler(win, &found);
    CHECK(found == handler);
    PMPI_Errhandler_free(&handler);
    free_window(&win);
}

// program window_arguments: Wrong arguments have their classes (12.6).
PROGRAM(window_arguments) {
    _Alignas(16) int memory = 0, value = 1;
    MPI_Win win;
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    PMPI_Win_fence(0, win);
    FAILS(MPI_Put(&value, -1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    FAILS(MPI_Get(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    FAILS(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP);
    FAILS(MPI_Put(&value, 1, MPI_INT, -7, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    PMPI_Win_fence(0, win);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_WIN_NULL) != MPI_SUCCESS);
    free_window(&win);
}

// program operation_of_program: An operation of the program is no operation of an accumulate (12.3.4).
PROGRAM(operation_of_program) {
    _Alignas(16) int memory = 0, value = 1;
    MPI_Win win;
    MPI_Op op;
    PMPI_Op_create(own_operation, 1, &op);
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    PMPI_Win_fence(0, win);
    FAILS(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win), MPI_ERR_OP);
    PMPI_Win_fence(0, win);
    PMPI_Op_free(&op);
    free_window(&win);
}

// program two_windows: Two windows, one on a part of the ranks, in epochs at a time (12.2.1).
// openmpi: creates no window of a part of the ranks
PROGRAM(two_windows) {
    _Alignas(16) int first = -1, second = -1;
    MPI_Comm half;
    MPI_Win whole, part;
    PMPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Win_create(&first, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &whole);
    MPI_Win_create(&second, 4, 4, MPI_INFO_NULL, half, &part);
    PMPI_Win_fence(0, whole);
    PMPI_Win_fence(0, part);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, whole);
    PMPI_Put(&rank, 1, MPI_INT, 1 - rank % 2, 0, 1, MPI_INT, part);
    PMPI_Win_fence(0, part);
    PMPI_Win_fence(0, whole);
    IS(first, left_of(rank, size));
    IS(second, rank ^ 1);
    free_window(&part);
    free_window(&whole);
    PMPI_Comm_free(&half);
}
