// The group of a window.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory, ranks, place, same;
    MPI_Group group, all;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_get_group(win, &group);
    MPI_Group_size(group, &ranks);
    MPI_Group_rank(group, &place);
    EXPECT(ranks == size && place == rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_compare(group, all, &same);
    EXPECT(same == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
}
