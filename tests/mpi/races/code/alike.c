// Two functions that look alike keep their names and lines when the compiler optimises.
// synchronisation: fence
// ranks: 3
// compiler: -O2
// rule: MM-PAIR-1
// mended: one of them is called in another epoch.
#include "tests/mpi/races/race.h"

static __attribute__((noinline)) void put_first(int target) {
    MPI_Put(&rank, 1, MPI_INT, target, 1, 1, MPI_INT, win);  // race: first
}
static __attribute__((noinline)) void put_second(int target) {
    MPI_Put(&rank, 1, MPI_INT, target, 1, 1, MPI_INT, win);  // race: second
}

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) put_first(0);
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 2) put_second(0);
    MPI_Win_fence(0, win);
    return end_with_window();
}
