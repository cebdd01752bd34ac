// Each rank exposes to all, itself included, and accesses all.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0};
    const int value = rank + 1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Group all;
    MPI_Win_get_group(win, &all);
    for (int round = 0; round < 3; ++round) {
        MPI_Win_post(all, 0, win);
        MPI_Win_start(all, 0, win);
        for (int target = 0; target < size; ++target) {
            MPI_Accumulate(&value, 1, MPI_INT, target, rank, 1, MPI_INT, MPI_SUM, win);
        }
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        for (int i = 0; i < size; ++i) EXPECT(memory[i] == (round + 1) * (i + 1));
    }
    MPI_Group_free(&all);
    MPI_Win_free(&win);
}
