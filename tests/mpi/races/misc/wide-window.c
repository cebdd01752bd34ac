// Displacements of long long, beyond what an int counts in bytes.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: neighbours at the far end.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    long long* far = NULL;
    const MPI_Aint length = 1 << 20;
    MPI_Win_allocate(length * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &far, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(far, 4, MPI_LONG_LONG, 0, length - 8, 4, MPI_LONG_LONG, win);  // race: first
    if (rank == 2)
        MPI_Put(far, 4, MPI_LONG_LONG, 0, length - WRONG(5) RIGHT(4), 4, MPI_LONG_LONG, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return end();
}
