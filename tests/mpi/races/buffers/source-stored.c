// The source of a put is changed while the put is under way.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/source-changed
// mended: MPI_Win_flush_local ends the use of the source.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        data[1] = 3;  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
