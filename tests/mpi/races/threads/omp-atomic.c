// An atomic operation of OpenMP is none of MPI's.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-2
// mended: it waits for the other rank.
#include "tests/mpi/races/race.h"

int main(void) {
    begin_with_window();
    int one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) {
#pragma omp atomic
        window[0] += 1;  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
