// Each rank exposes its window to the left and accesses that to the right.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Group all, origin, target;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &left, &origin);
    MPI_Group_incl(all, 1, &right, &target);
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 0; i < 3; ++i) {
        const int value = 10 * i + rank;
        MPI_Win_post(origin, 0, win);
        MPI_Win_start(target, 0, win);
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        EXPECT(memory == 10 * i + left);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&origin);
    MPI_Group_free(&target);
}
