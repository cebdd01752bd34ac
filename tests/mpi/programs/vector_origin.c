// A vector at the origin of a put, and of a get.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[4] = {0, 0, 0, 0}, from[12], into[12];
    for (int i = 0; i < 12; ++i) from[i] = 100 * rank + i, into[i] = -1;
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(from, 1, column, (rank + 1) % size, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 4; ++i) EXPECT(memory[i] == 100 * left + 3 * i);
    MPI_Win_fence(0, win);
    MPI_Get(into, 1, column, rank, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 12; ++i) EXPECT(into[i] == (i % 3 == 0 ? 100 * left + i : -1));
    MPI_Win_free(&win);
    MPI_Type_free(&column);
}
