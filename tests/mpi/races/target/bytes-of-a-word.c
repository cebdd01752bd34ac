// A put of single bytes beside a load of others in the same word.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the put ends where the load begins.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    char letters[3] = {'a', 'b', 'c'};
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(letters, WRONG(3) RIGHT(2), MPI_CHAR, 0, 0, WRONG(3) RIGHT(2), MPI_CHAR, win);  // race: first
    if (rank == 0) use(((char*)window)[2]);                                                     // race: second
    MPI_Win_fence(0, win);
    return end_with_window();
}
