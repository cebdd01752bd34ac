// The delete function of an attribute is called when it is deleted, replaced, and when the window is freed.
#include "tests/mpi/programs/check.h"

static int deleted;
static int count(MPI_Win win, int keyval, void* value, void* extra) {
    deleted += win != MPI_WIN_NULL && keyval != MPI_KEYVAL_INVALID && value == extra;
    return MPI_SUCCESS;
}
void test(int rank, int size) {
    int memory, keyval, found;
    void* value;
    deleted = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, count, &keyval, &memory);
    MPI_Win_set_attr(win, keyval, &memory);
    MPI_Win_get_attr(win, keyval, &value, &found);
    EXPECT(found && value == &memory && deleted == 0);
    MPI_Win_delete_attr(win, keyval);
    EXPECT(deleted == 1);
    MPI_Win_get_attr(win, keyval, &value, &found);
    EXPECT(!found && rank < size);
    MPI_Win_set_attr(win, keyval, &memory);
    MPI_Win_free(&win);
    EXPECT(deleted == 2);
    MPI_Win_free_keyval(&keyval);
    EXPECT(keyval == MPI_KEYVAL_INVALID);
}
