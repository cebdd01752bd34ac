// A rank is its own origin and target.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = 0, self[1] = {rank};
    const int value = 40 + rank;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, me;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, self, &me);
    MPI_Win_post(me, 0, win);
    MPI_Win_start(me, 0, win);
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    EXPECT(memory == 40 + rank && rank < size);
    MPI_Group_free(&all);
    MPI_Group_free(&me);
    MPI_Win_free(&win);
}
