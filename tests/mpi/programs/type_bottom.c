// MPI_BOTTOM with absolute addresses, at the origin of a put and of a get.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[2] = {0, 0}, a = 3 + rank, b = 4 + rank, lengths[2] = {1, 1};
    MPI_Aint places[2];
    MPI_Datatype both;
    MPI_Get_address(&a, places);
    MPI_Get_address(&b, places + 1);
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
    MPI_Type_commit(&both);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(MPI_BOTTOM, 1, both, right, 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 3 + left && memory[1] == 4 + left);
    MPI_Get(MPI_BOTTOM, 1, both, left, 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int before = (left + size - 1) % size;
    EXPECT(a == 3 + before && b == 4 + before);
    MPI_Type_free(&both);
    MPI_Win_free(&win);
}
