// A thousand puts, of which one meets another.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: none does.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int* field;
    MPI_Win_allocate(4000 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &field, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; rank > 0 && i < 500; ++i) {
        const int at = 2 * i + rank - 1;
        MPI_Put(&rank, 1, MPI_INT, 0, WRONG(at == 700 ? 701 : at) RIGHT(at), 1, MPI_INT, win);  // race: both
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
