// Operations and pointers reach the same memory of a shared window, under one lock_all.
// options: --set platform.ranks_per_node=4
// SMPI's own: its shared_query always has the first part
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int *mine, *first;
    MPI_Win win;
    const MPI_Aint wanted = rank == 0 ? 4 * sizeof(int) : 0;  // all memory is that of rank 0
    MPI_Win_allocate_shared(wanted, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint bytes;
    int unit;
    MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &first);
    EXPECT(bytes == 4 * sizeof(int));
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    const int one = 1, value = 70 + rank;
    int before = -1;
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    EXPECT(first[rank] == 70 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) {
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        EXPECT(before >= 71 && before < 70 + 2 * size);
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    EXPECT(first[0] == 70 + 2 * (size - 1));
    for (int i = 1; i < size; ++i) EXPECT(first[i] == 70 + i);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
