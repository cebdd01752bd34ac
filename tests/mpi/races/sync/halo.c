// Four ranks exchange edges with both neighbours by PSCW; one edge goes into the place of the other.
// synchronisation: PSCW
// ranks: 4
// rule: MM-PAIR-1
// mended: each has its place.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    const int left = (rank + 3) % 4, right = (rank + 1) % 4, both[2] = {left, right};
    MPI_Group all, neighbours;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, both, &neighbours);
    for (int step = 0; step < 3; ++step) {
        MPI_Win_post(neighbours, 0, win);
        MPI_Win_start(neighbours, 0, win);
        MPI_Put(&rank, 1, MPI_INT, left, 15, 1, MPI_INT, win);                   // race: first
        MPI_Put(&rank, 1, MPI_INT, right, WRONG(15) RIGHT(0), 1, MPI_INT, win);  // race: second
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        use(window[15]);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&neighbours);
    return end_with_window();
}
