// A communicator that only its members make, of MPI_Comm_create_group, and a window on it.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    MPI_Group all, some;
    MPI_Comm comm;
    const int last = size - 1;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &last, &some);
    if (rank != last) {
        int memory = -1, members = 0;
        MPI_Win win;
        MPI_Comm_create_group(MPI_COMM_WORLD, some, 3, &comm);
        MPI_Comm_size(comm, &members);
        EXPECT(members == size - 1);
        MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, comm, &win);
        MPI_Win_fence(0, win);
        MPI_Put(&rank, 1, MPI_INT, (rank + 1) % members, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        EXPECT(memory == (rank + members - 1) % members);
        MPI_Win_free(&win);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}
