// Two cases of a switch that look alike, too.
// synchronisation: fence
// ranks: 3
// compiler: -O2
// rule: MM-PAIR-1
// mended: the places differ.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int choices[3] = {0, 3, 2};
    const int place = rank == 2 ? WRONG(1) RIGHT(2) : 1;
    MPI_Win_fence(0, win);
    switch (choices[rank]) {
        case 2: MPI_Put(&rank, 1, MPI_INT, 0, place, 1, MPI_INT, win); break;  // race: first
        case 3: MPI_Put(&rank, 1, MPI_INT, 0, place, 1, MPI_INT, win); break;  // race: second
        default: break;
    }
    MPI_Win_fence(0, win);
    return end_with_window();
}
