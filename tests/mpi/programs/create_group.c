// A window on a communicator of MPI_Comm_create_group, which only its members call: here the odd ranks and the even
// ones, each by themselves.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    const int odd = rank % 2;
    int memory = -1, members = 0, place = -1;
    MPI_Group world, group;
    MPI_Comm comm;
    MPI_Win win;
    int range[1][3] = {{odd, size - 1, 2}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &group);
    MPI_Group_size(group, &members);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 3 + odd, &comm);
    MPI_Comm_rank(comm, &place);
    EXPECT(place == rank / 2);
    MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (place + 1) % members, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == (place + members - 1) % members * 2 + odd);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}
