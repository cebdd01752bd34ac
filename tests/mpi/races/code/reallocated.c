// Memory is shrunk while a get brings data.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it is shrunk behind a flush.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int* data = malloc(16 * sizeof(int));
        MPI_Get(data, 16, MPI_INT, 1, 0, 16, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        data = realloc(data, 15 * sizeof(int));  // race: second
        keep(data);
        MPI_Win_flush(1, win);
        free(data);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
