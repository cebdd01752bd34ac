// Parts of a shared window have sizes of their own and follow each other; MPI_PROC_NULL: the first one with memory.
// options: --set platform.ranks_per_node=4
// also: shm
// SMPI's own: it takes all parts for as long as the caller's
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    // 0, 8, 24, 48, ... bytes
    const MPI_Aint bytes = 8 * rank * (rank + 1) / 2;
    char *mine, *base, *first;
    MPI_Win win;
    MPI_Win_allocate_shared(bytes, 1 << rank, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Aint found, before = 0;
    int unit;
    MPI_Win_shared_query(win, 1, &found, &unit, &first);
    for (int other = 0; other < size; ++other) {
        MPI_Win_shared_query(win, other, &found, &unit, &base);
        EXPECT(found == 8 * other * (other + 1) / 2 && unit == 1 << other);
        if (other > 0) EXPECT(base == first + before);
        if (other == rank && rank > 0) EXPECT(base == mine);
        before += found;
    }
    MPI_Win_shared_query(win, MPI_PROC_NULL, &found, &unit, &base);
    EXPECT(found == 8 && unit == 2 && base == first);
    void* attribute;
    int flag;
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &attribute, &flag);
    EXPECT(flag && *(MPI_Aint*)attribute == bytes);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &attribute, &flag);
    EXPECT(flag && *(int*)attribute == MPI_WIN_FLAVOR_SHARED);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &attribute, &flag);
    EXPECT(flag && *(int*)attribute == MPI_WIN_UNIFIED);
    MPI_Win_free(&win);
}
