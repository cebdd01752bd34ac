// The functions that put and load are called by pointers.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: in two epochs.
#include "tests/mpi/races/race.h"

static void put_one(void) { MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win); }  // race: first
static void look(void) { use(window[0]); }                                        // race: second
static void (*const steps[])(void) = {look, put_one};

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    WRONG(steps[rank]();)
    RIGHT(if (rank == 1) steps[1](); MPI_Win_fence(0, win); if (rank == 0) steps[0]();)
    MPI_Win_fence(0, win);
    return end_with_window();
}
