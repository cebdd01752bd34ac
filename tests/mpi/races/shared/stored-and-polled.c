// A rank stores, and polls while another one loads that.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: the other one loads something else.
#include "tests/mpi/races/race.h"

#include <unistd.h>

int main(void) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        *(long*)(first + 2) = 7;  // race: first
        while (*(volatile int*)first == 0) continue;
    } else {
        usleep(1);
        use(first[WRONG(2) RIGHT(1)]);  // race: second
        *(volatile int*)first = 1;
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
