// The index of a pair changes while it is sent. Of a pair of long double and int most of the padding lies in between.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: what changes is the padding.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    struct {
        long double value;
        int index;
    } * mine, pair = {1, 2};
    MPI_Win_allocate(sizeof(*mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        char* const bytes = (char*)&pair;
        const int at = WRONG(16) RIGHT(12);
        MPI_Accumulate(&pair, 1, MPI_LONG_DOUBLE_INT, 0, 0, 1, MPI_LONG_DOUBLE_INT, MPI_MINLOC, win);  // race: first
        bytes[at] = (char)size;                                                                        // race: second
        keep(&pair);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
