// qsort sorts what a get is bringing.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: behind the unlock.
#include "tests/mpi/races/race.h"

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

int main(void) {
    begin_with_window();
    int data[4] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_unlock(1, win);)
        qsort(data, 4, sizeof(int), compare);  // race: second
        WRONG(MPI_Win_unlock(1, win);)
    }
    return end_with_window();
}
