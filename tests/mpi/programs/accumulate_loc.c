// MPI_MINLOC and MPI_MAXLOC on MPI_2INT and MPI_FLOAT_INT.
#include "tests/mpi/programs/check.h"

typedef struct {
    int value, at;
} IntAt;
typedef struct {
    float value;
    int at;
} FloatAt;

void test(int rank, int size) {
    IntAt least = {1000, -1}, mine = {10 - rank, rank};
    MPI_Win win = window_over(&least, sizeof(least), 1);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&mine, 1, MPI_2INT, 0, 0, 1, MPI_2INT, MPI_MINLOC, win);
    MPI_Win_fence(0, win);
    if (rank == 0) EXPECT(least.value == 10 - (size - 1) && least.at == size - 1);
    MPI_Win_free(&win);
    FloatAt most = {-1, -1}, own = {(float)(rank % 2), rank};
    win = window_over(&most, sizeof(most), 1);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&own, 1, MPI_FLOAT_INT, 0, 0, 1, MPI_FLOAT_INT, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    if (rank == 0) EXPECT(most.value == 1 && most.at == 1);
    MPI_Win_free(&win);
}
