// One origin, all others targets.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1, self[1] = {0};
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, origin, others;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, self, &origin);
    MPI_Group_excl(all, 1, self, &others);
    if (rank == 0) {
        int values[4] = {0, 11, 12, 13};
        MPI_Win_start(others, 0, win);
        for (int target = 1; target < size; ++target) MPI_Put(values + target, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(origin, 0, win);
        MPI_Win_wait(win);
        EXPECT(memory == 10 + rank);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&origin);
    MPI_Group_free(&others);
    MPI_Win_free(&win);
}
