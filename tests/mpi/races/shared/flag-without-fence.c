// A flag is set without a fence of the language, and read with one.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// compiler: -Wno-tsan
// rule: MM-SHM-3
// mended: with one.
#include "tests/mpi/races/race.h"

int main(void) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        first[2] = 7;  // race: first
        RIGHT(__atomic_thread_fence(__ATOMIC_RELEASE);)
        __atomic_store_n(&first[0], 1, __ATOMIC_RELAXED);
    } else {
        while (__atomic_load_n(&first[0], __ATOMIC_RELAXED) == 0) continue;
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        use(first[2]);  // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return end();
}
