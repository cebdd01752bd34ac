// A datatype is freed while its operation is under way (4.1.9).
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[6] = {0, 0, 0, 0, 0, 0}, from[6] = {rank, 1, rank, 1, rank, 1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Datatype every_other;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Put(from, 1, every_other, (rank + 1) % size, 0, 1, every_other, win);
    MPI_Type_free(&every_other);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 6; ++i) EXPECT(memory[i] == (i % 2 == 0 ? left : 0));
    MPI_Win_free(&win);
}
