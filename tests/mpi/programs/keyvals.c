// Attributes of the program, with a callback when the window is freed.
#include "tests/mpi/programs/check.h"

static int deleted = 0;

static int forget(MPI_Win win, int keyval, void* value, void* extra) {
    (void)win, (void)keyval;
    deleted += *(int*)value + *(int*)extra;
    return MPI_SUCCESS;
}

void test(int rank, int size) {
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
    EXPECT(deleted == 105);
    MPI_Win_free_keyval(&keyval);
}
