// Blocks at distances in bytes.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    char memory[64];
    int mine[4] = {1, 2, 3, 4};
    memset(memory, 0, sizeof(memory));
    MPI_Datatype spread;
    MPI_Type_create_hvector(4, 1, 12, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    MPI_Win win = window_over(memory, sizeof(memory), 1);
    MPI_Win_fence(0, win);
    MPI_Put(mine, 4, MPI_INT, (rank + 1) % size, 8, 1, spread, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; ++i) {
        int found;
        memcpy(&found, memory + 8 + 12 * i, sizeof(found));
        EXPECT(found == i + 1);
    }
    MPI_Type_free(&spread);
    MPI_Win_free(&win);
}
