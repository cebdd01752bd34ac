// The communicator may be freed while the window is there.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory = -1, place, count;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &place);
    MPI_Comm_size(half, &count);
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, half, &win);
    MPI_Comm_free(&half);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (place + 1) % count, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    // of two ranks of a half, in the other order
    EXPECT(memory == (rank + 2) % size);
    MPI_Group group;
    MPI_Win_get_group(win, &group);
    int members;
    MPI_Group_size(group, &members);
    EXPECT(members == count);
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}
