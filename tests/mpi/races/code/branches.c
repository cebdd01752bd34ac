// What a rank does depends on its number and on data.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the data are others.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int choices[3] = {0, WRONG(2) RIGHT(3), 2};
    MPI_Win_fence(0, win);
    switch (choices[rank]) {
        case 2: MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win); break;  // race: both
        case 3: MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win); break;
        default: break;
    }
    MPI_Win_fence(0, win);
    return end_with_window();
}
