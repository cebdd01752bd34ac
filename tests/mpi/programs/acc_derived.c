// Accumulates from a vector into another one: elements correspond in the order of the types.
// needs: any_layout
// SMPI's own: it takes the target's type for dense
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[12], mine[6] = {1, -1, 2, -1, 3, -1};
    for (int i = 0; i < 12; ++i) memory[i] = 100 * i;
    MPI_Datatype from, to;
    const int lengths[2] = {1, 2}, places[2] = {7, 2};
    MPI_Type_vector(3, 1, 2, MPI_INT, &from);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &to);
    MPI_Type_commit(&from);
    MPI_Type_commit(&to);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, 1, from, (rank + 1) % size, 1, 1, to, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[8] == 801 && memory[3] == 302 && memory[4] == 403 && memory[5] == 500);
    MPI_Type_free(&from);
    MPI_Type_free(&to);
    MPI_Win_free(&win);
}
