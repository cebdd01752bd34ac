// MPI_Win_test until the exposure epoch is over.
// SMPI's own: MPI_Win_test is not there
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1, done = 0, tries = 0;
    MPI_Group all, rest, first;
    const int zero = 0, values[4] = {0, 1, 2, 3};
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &zero, &first);
    MPI_Group_excl(all, 1, &zero, &rest);
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    if (rank == 0) {
        MPI_Win_start(rest, 0, win);
        for (int target = 1; target < size; ++target) MPI_Put(&values[target], 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(first, 0, win);
        while (!done) {
            MPI_Win_test(win, &done);
            ++tries;
        }
        EXPECT(memory == rank && tries > 0);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&rest);
    MPI_Group_free(&first);
}
