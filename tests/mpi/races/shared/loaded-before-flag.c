// What a flag tells of is loaded before the flag.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: it is loaded behind it.
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
        first[2] = 7;  // race: first
        __atomic_store_n(&first[0], 1, __ATOMIC_RELEASE);
    } else {
        usleep(100);
        WRONG(use(first[2]);)  // race: second
        while (__atomic_load_n(&first[0], __ATOMIC_ACQUIRE) == 0) continue;
        RIGHT(use(first[2]);)
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
