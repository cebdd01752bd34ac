// A store in front of another one, in the same eight bytes.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// only under: unified
// mended: the put is elsewhere.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 7;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, WRONG(0) RIGHT(2), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        window[1] = 1;
        keep(window);
        window[0] = 2;  // race: second
    }
    MPI_Win_fence(0, win);
    return end_with_window();
}
