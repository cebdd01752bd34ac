// The attributes that MPI gives to windows (11.2.6).
// SMPI's own: asking for the attributes of a window ends the process
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
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
