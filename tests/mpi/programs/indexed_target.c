// Blocks of different lengths at the target.
// needs: any_layout
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[10], from[5];
    for (int i = 0; i < 10; ++i) memory[i] = -1;
    for (int i = 0; i < 5; ++i) from[i] = 10 * rank + i;
    const int lengths[3] = {1, 3, 1}, places[3] = {8, 2, 0};
    MPI_Datatype type;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(from, 5, MPI_INT, (rank + 1) % size, 0, 1, type, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    const int wanted[10] = {4, -1, 1, 2, 3, -1, -1, -1, 0, -1};
    for (int i = 0; i < 10; ++i) EXPECT(memory[i] == (wanted[i] < 0 ? -1 : 10 * left + wanted[i]));
    MPI_Win_free(&win);
    MPI_Type_free(&type);
}
