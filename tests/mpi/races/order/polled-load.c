// A rank polls its own memory for a flag (MPI 3.1, 11.7, permits that in the unified model), with MPI_Win_sync between.
// synchronisation: polling
// ranks: 3
// only under: unified
// rule: MM-PAIR-1
// mended: what the flag tells of is complete before the flag is set.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int data[2] = {1, 2}, one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
        MPI_Accumulate(&one, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    }
    if (rank == 2) {
        while (*(volatile int*)&window[8] == 0) MPI_Win_sync(win);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
