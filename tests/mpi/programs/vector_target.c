// A vector at the target, numbers side by side at the origin.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[12], from[4];
    for (int i = 0; i < 12; ++i) memory[i] = -1;
    for (int i = 0; i < 4; ++i) from[i] = 10 * rank + i;
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(from, 4, MPI_INT, (rank + 1) % size, 1, 1, column, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < 12; ++i) EXPECT(memory[i] == (i % 3 == 1 ? 10 * left + i / 3 : -1));
    MPI_Win_free(&win);
    MPI_Type_free(&column);
}
