// The five attributes of a window of each flavor.
// SMPI's own: it has no attributes of the model
#include "tests/mpi/programs/check.h"

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
void test(int rank, int size) {
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
