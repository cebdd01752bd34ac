// A contiguous type of contiguous types.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    short memory[12], mine[12];
    for (short i = 0; i < 12; ++i) memory[i] = -1, mine[i] = (short)(i + 10 * rank);
    MPI_Datatype three, six;
    MPI_Type_contiguous(3, MPI_SHORT, &three);
    MPI_Type_contiguous(2, three, &six);
    MPI_Type_commit(&six);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(short));
    MPI_Win_fence(0, win);
    MPI_Put(mine, 1, six, (rank + 1) % size, 2, 6, MPI_SHORT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 6; ++i) EXPECT(memory[2 + i] == i + 10 * ((rank + size - 1) % size));
    EXPECT(memory[1] == -1 && memory[8] == -1);
    MPI_Type_free(&three);
    MPI_Type_free(&six);
    MPI_Win_free(&win);
}
