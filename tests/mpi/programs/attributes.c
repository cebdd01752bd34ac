// Attributes, names and infos of windows.
#include "tests/mpi/programs/check.h"

// program attributes: The attributes that MPI gives to windows (11.2.6).
// SMPI's own: asking for the attributes of a window ends the process
PROGRAM(attributes) {
    (void)size;
    double memory[3];
    MPI_Win win = window_over(memory, sizeof(memory) - 8 * (size_t)(rank % 2), 8);
    void *base, *value;
    int found = 0;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &found);
    EXPECT(found && base == memory);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &found);
    EXPECT(found && *(MPI_Aint*)value == (MPI_Aint)sizeof(memory) - 8 * (rank % 2));
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &found);
    EXPECT(found && *(int*)value == 8);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &found);
    EXPECT(found && *(int*)value == MPI_WIN_FLAVOR_CREATE);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &found);
    EXPECT(found && *(int*)value == MPI_WIN_UNIFIED);
    MPI_Win_free(&win);
}

// program model_separate: MPI_WIN_MODEL is the model by which the run judges.
// options: --semantics separate
// SMPI's own: asking for the attributes of a window ends the process
PROGRAM(model_separate) {
    (void)rank, (void)size;
    int memory = 0, found = 0, *model, *base;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int)), other;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &other);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &found);
    EXPECT(found && *model == MPI_WIN_SEPARATE);
    MPI_Win_get_attr(other, MPI_WIN_MODEL, &model, &found);
    EXPECT(found && *model == MPI_WIN_SEPARATE);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
}

// program keyvals: Attributes of the program, with a callback when the window is freed.
static int keyvals_deleted = 0;

static int forget(MPI_Win win, int keyval, void* value, void* extra) {
    (void)win, (void)keyval;
    keyvals_deleted += *(int*)value + *(int*)extra;
    return MPI_SUCCESS;
}

PROGRAM(keyvals) {
    (void)rank, (void)size;
    int memory, keyval, value = 5, extra = 100, found = 1;
    int* got = NULL;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &keyval, &extra);
    MPI_Win_get_attr(win, keyval, &got, &found);
    EXPECT(!found);
    MPI_Win_set_attr(win, keyval, &value);
    MPI_Win_get_attr(win, keyval, &got, &found);
    EXPECT(found && got == &value);
    MPI_Win_free(&win);
    EXPECT(keyvals_deleted == 105);
    MPI_Win_free_keyval(&keyval);
}

// program names: Names of windows.
PROGRAM(names) {
    (void)rank, (void)size;
    int memory, length = -1;
    char name[MPI_MAX_OBJECT_NAME] = "x";
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_set_name(win, "halo");
    MPI_Win_get_name(win, name, &length);
    EXPECT(strcmp(name, "halo") == 0 && length == 4);
    MPI_Win_free(&win);
}

// program win_attributes: The five attributes of a window of each flavor.
// SMPI's own: it has no attributes of the model
static void check(MPI_Win win, const void* base, MPI_Aint bytes, int unit, int flavor) {
    void* value;
    int found;
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &found);
    EXPECT(found && value == base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &found);
    EXPECT(found && *(MPI_Aint*)value == bytes);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &found);
    EXPECT(found && *(int*)value == unit);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &found);
    EXPECT(found && *(int*)value == flavor);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &found);
    EXPECT(found && (*(int*)value == MPI_WIN_UNIFIED || *(int*)value == MPI_WIN_SEPARATE));
}
PROGRAM(win_attributes) {
    int memory[3], *base;
    MPI_Win win = window_over(memory, sizeof(memory), 2);
    check(win, memory, 12, 2, MPI_WIN_FLAVOR_CREATE);
    MPI_Win_free(&win);
    MPI_Win_allocate(8 * (rank + 1), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    check(win, base, 8 * (rank + 1), 8, MPI_WIN_FLAVOR_ALLOCATE);
    MPI_Win_free(&win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check(win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
    EXPECT(size > 0);
    MPI_Win_free(&win);
}

// program win_info: Hints: what is set is there, and no_locks does no harm to a program that has none.
PROGRAM(win_info) {
    int memory = 0, found;
    char value[MPI_MAX_INFO_VAL + 1];
    const int one = 1;
    MPI_Info info, used;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_set(info, "same_disp_unit", "true");
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_get_info(win, &used);
    MPI_Info_get(used, "same_disp_unit", MPI_MAX_INFO_VAL, value, &found);
    if (found) EXPECT(strcmp(value, "true") == 0);
    MPI_Info_free(&used);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) EXPECT(memory == size);
    MPI_Win_free(&win);
}

// program win_keyval_delete: The delete function of an attribute is called when it is deleted, replaced, and when the
// window is freed.
static int win_keyval_delete_deleted;
static int count(MPI_Win win, int keyval, void* value, void* extra) {
    win_keyval_delete_deleted += win != MPI_WIN_NULL && keyval != MPI_KEYVAL_INVALID && value == extra;
    return MPI_SUCCESS;
}
PROGRAM(win_keyval_delete) {
    int memory, keyval, found;
    void* value;
    win_keyval_delete_deleted = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, count, &keyval, &memory);
    MPI_Win_set_attr(win, keyval, &memory);
    MPI_Win_get_attr(win, keyval, &value, &found);
    EXPECT(found && value == &memory && win_keyval_delete_deleted == 0);
    MPI_Win_delete_attr(win, keyval);
    EXPECT(win_keyval_delete_deleted == 1);
    MPI_Win_get_attr(win, keyval, &value, &found);
    EXPECT(!found && rank < size);
    MPI_Win_set_attr(win, keyval, &memory);
    MPI_Win_free(&win);
    EXPECT(win_keyval_delete_deleted == 2);
    MPI_Win_free_keyval(&keyval);
    EXPECT(keyval == MPI_KEYVAL_INVALID);
}
