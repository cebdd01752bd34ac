// A megabyte, put and got.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    enum { bytes = 1 << 20 };
    char *memory = malloc(bytes), *mine = malloc(bytes);
    memset(memory, 0, bytes);
    memset(mine, rank + 1, bytes);
    MPI_Win win = window_over(memory, bytes, 1);
    MPI_Win_fence(0, win);
    MPI_Put(mine, bytes, MPI_BYTE, (rank + 1) % size, 0, bytes, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    const int left = (rank + size - 1) % size;
    for (int i = 0; i < bytes; i += 999) EXPECT(memory[i] == left + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, left, 0, win);
    MPI_Get(mine, bytes, MPI_BYTE, left, 0, bytes, MPI_BYTE, win);
    MPI_Win_unlock(left, win);
    for (int i = 0; i < bytes; i += 999) EXPECT(mine[i] == (left + size - 1) % size + 1);
    MPI_Win_free(&win);
    free(memory);
    free(mine);
}
