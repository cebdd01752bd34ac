// With alloc_shared_noncontig parts may lie apart; they do not overlap, and each is reached through shared_query.
// options: --set platform.ranks_per_node=4
// also: shm
// SMPI's own: it puts parts behind each other that are not as long
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    int* mine;
    MPI_Win win;
    MPI_Win_allocate_shared((rank + 1) * sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &mine, &win);
    MPI_Info_free(&info);
    for (int i = 0; i <= rank; ++i) mine[i] = 10 * rank + i;
    MPI_Win_fence(0, win);
    for (int other = 0; other < size; ++other) {
        MPI_Aint bytes;
        int unit, *theirs;
        MPI_Win_shared_query(win, other, &bytes, &unit, &theirs);
        EXPECT(bytes == (MPI_Aint)((other + 1) * sizeof(int)));
        for (int i = 0; i <= other; ++i) EXPECT(theirs[i] == 10 * other + i);
    }
    MPI_Win_free(&win);
}
