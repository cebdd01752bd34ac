// Each half has a window of its own at the same time, and all have a third one.
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int mine = 0, common = 0, place, count;
    const int one = 1;
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Comm_rank(half, &place);
    MPI_Comm_size(half, &count);
    MPI_Win a, b;
    MPI_Win_create(&mine, sizeof(mine), sizeof(int), MPI_INFO_NULL, half, &a);
    MPI_Win_create(&common, sizeof(common), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &b);
    MPI_Win_lock_all(0, a);
    MPI_Win_lock_all(0, b);
    for (int i = 0; i < count; ++i) MPI_Accumulate(&one, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_SUM, a);
    for (int i = 0; i < size; ++i) MPI_Accumulate(&one, 1, MPI_INT, i, 0, 1, MPI_INT, MPI_SUM, b);
    MPI_Win_unlock_all(b);
    MPI_Win_unlock_all(a);
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(mine == count && common == size && place < count && rank < size);
    MPI_Win_free(&a);
    MPI_Win_free(&b);
    MPI_Comm_free(&half);
}
