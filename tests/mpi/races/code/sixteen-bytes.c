// A store of sixteen bytes reaches into a window from in front of it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: it ends in front of it.
#include "tests/mpi/races/race.h"

static char bytes[64] __attribute__((aligned(8)));

int main(void) {
    begin();
    int data = 7;
    __int128* at = (__int128*)(bytes + WRONG(4) RIGHT(0));
    __asm__("" : "+r"(at));  // the compiler does not know how it is aligned
    MPI_Win_create(bytes + 16, 32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    if (rank == 0) *at = rank;                                         // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
