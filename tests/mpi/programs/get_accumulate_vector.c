// The old values go into a vector of the result.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[3] = {10, 20, 30}, result[6] = {0, 0, 0, 0, 0, 0}, mine[3] = {1, 2, 3};
    MPI_Datatype spread;
    MPI_Type_vector(3, 1, 2, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(mine, 3, MPI_INT, result, 1, spread, (rank + 1) % size, 0, 3, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 11 && memory[1] == 22 && memory[2] == 33);
    EXPECT(result[0] == 10 && result[1] == 0 && result[2] == 20 && result[3] == 0 && result[4] == 30);
    MPI_Type_free(&spread);
    MPI_Win_free(&win);
}
