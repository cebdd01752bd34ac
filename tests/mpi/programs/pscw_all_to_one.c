// All others put to one target, which computes in between.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0}, last[1] = {size - 1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Group all, target, others;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, last, &target);
    MPI_Group_excl(all, 1, last, &others);
    for (int round = 1; round <= 5; ++round) {
        const int value = 100 * round + rank;
        if (rank == size - 1) {
            MPI_Win_post(others, MPI_MODE_NOSTORE, win);
            MPI_Win_wait(win);
            for (int i = 0; i < size - 1; ++i) EXPECT(memory[i] == 100 * round + i);
        } else {
            MPI_Win_start(target, 0, win);
            MPI_Put(&value, 1, MPI_INT, size - 1, rank, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
    }
    MPI_Group_free(&all);
    MPI_Group_free(&target);
    MPI_Group_free(&others);
    MPI_Win_free(&win);
}
