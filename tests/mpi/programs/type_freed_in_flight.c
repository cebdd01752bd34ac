// Types are freed between the operation and the end of the epoch.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int memory[8], mine[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[8];
    memset(got, 0, sizeof(got));
    memset(memory, 0, sizeof(memory));
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 4; ++i) {
        MPI_Datatype spread;
        MPI_Type_vector(2, 1, 4, MPI_INT, &spread);
        MPI_Type_commit(&spread);
        MPI_Put(mine + i, 1, spread, right, i, 1, spread, win);
        MPI_Type_free(&spread);
    }
    MPI_Win_flush(right, win);
    for (int i = 0; i < 4; ++i) {
        MPI_Datatype spread;
        MPI_Type_vector(2, 1, 4, MPI_INT, &spread);
        MPI_Type_commit(&spread);
        MPI_Get(got + i, 1, spread, right, i, 1, spread, win);
        MPI_Type_free(&spread);
    }
    MPI_Win_unlock(right, win);
    for (int i = 0; i < 8; ++i) EXPECT(got[i] == i);
    MPI_Win_free(&win);
}
