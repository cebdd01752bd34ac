// Of two flags the one is acquired that is older than the data.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: both are.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        __atomic_store_n(&first[0], 1, __ATOMIC_RELEASE);
        first[2] = 7;  // race: first
        __atomic_store_n(&first[1], 1, __ATOMIC_RELEASE);
    } else {
        while (__atomic_load_n(&first[1], WRONG(__ATOMIC_RELAXED) RIGHT(__ATOMIC_ACQUIRE)) == 0) continue;
        while (__atomic_load_n(&first[0], __ATOMIC_ACQUIRE) == 0) continue;
        use(first[2]);  // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
