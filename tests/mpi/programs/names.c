// Names of windows.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    (void)rank, (void)size;
    int memory, length = -1;
    char name[MPI_MAX_OBJECT_NAME] = "x";
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_set_name(win, "halo");
    MPI_Win_get_name(win, name, &length);
    EXPECT(strcmp(name, "halo") == 0 && length == 4);
    MPI_Win_free(&win);
}
