// A loop stores every second cell; a put is to one of them.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// only under: unified
// mended: it is to a cell between them.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data = 7;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&data, 1, MPI_INT, 0, WRONG(4) RIGHT(5), 1, MPI_INT, win);  // race: first
    if (rank == 0) {
        for (int i = 0; i < cells; i += 2) window[i] = i;  // race: second
    }
    MPI_Win_fence(0, win);
    return end_with_window();
}
