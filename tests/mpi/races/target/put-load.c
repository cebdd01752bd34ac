// The owner reads its window in an epoch in which another rank puts there.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// scenario: fence/put-load
// mended: it reads behind the fence.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) use(window[3]);  // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
