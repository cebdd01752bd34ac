// Hints: what is set is there, and no_locks does no harm to a program that has none.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
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
