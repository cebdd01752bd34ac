// Flags in shared windows that order loads and stores, or do not.
#include "tests/mpi/races/race.h"

#include <unistd.h>

// race shared/another-flag: Of two flags the one is acquired that is older than the data.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: both are.
RACE(another_flag) {
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
}

// race shared/flag-not-acquired: A flag is read without an acquire.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: with one.
RACE(flag_not_acquired) {
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
        while (__atomic_load_n(&first[0], WRONG(__ATOMIC_RELAXED) RIGHT(__ATOMIC_SEQ_CST)) == 0) continue;
        use(first[2]);  // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/flag-relaxed: A flag is set without a release.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: with one.
RACE(flag_relaxed) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        first[2] = 7;  // race: first
        __atomic_store_n(&first[0], 1, WRONG(__ATOMIC_RELAXED) RIGHT(__ATOMIC_RELEASE));
    } else {
        while (__atomic_load_n(&first[0], __ATOMIC_ACQUIRE) == 0) continue;
        use(first[2]);  // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/flag-without-fence: A flag is set without a fence of the language, and read with one.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// compiler: -Wno-tsan
// rule: MM-SHM-3
// mended: with one.
RACE(flag_without_fence) {
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
}

// race shared/loaded-before-flag: What a flag tells of is loaded before the flag.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: it is loaded behind it.
RACE(loaded_before_flag) {
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
}

// race shared/stored-and-polled: A rank stores, and polls while another one loads that.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: the other one loads something else.
RACE(stored_and_polled) {
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
}

// race shared/volatile-once: A rank loads through a volatile pointer what another one has stored through one, after a
// barrier. It does so once, so it does not poll.
// synchronisation: barrier
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// mended: with MPI_Win_sync before and after the barrier.
RACE(volatile_once) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) *(volatile int*)&first[2] = 9;  // race: first
    RIGHT(MPI_Win_sync(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 1) use(*(volatile int*)&first[2]);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/volatile-each-round: In each round a rank loads once what another one stores in that round.
// synchronisation: barrier
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// mended: with MPI_Win_sync before and after the barrier.
RACE(volatile_each_round) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    for (int round = 1; round < 4; ++round) {
        if (rank == 0) *(volatile int*)&first[2] = round;  // race: first
        RIGHT(MPI_Win_sync(win);)
        MPI_Barrier(MPI_COMM_WORLD);
        RIGHT(MPI_Win_sync(win);)
        if (rank == 1) use(*(volatile int*)&first[2]);  // race: second
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/atomic-store-load: One rank stores atomically, another one loads plainly.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: both accesses are atomic.
RACE(atomic_store_load) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) __atomic_store_n(&first[1], 5, __ATOMIC_RELEASE);                          // race: first
    if (rank == 1) use(WRONG(first[1]) RIGHT(__atomic_load_n(&first[1], __ATOMIC_ACQUIRE)));  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/store-atomic-load: One rank stores plainly, another one loads atomically.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: both accesses are atomic.
RACE(store_atomic_load) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        WRONG(first[2] = 7;)  // race: first
        RIGHT(__atomic_store_n(&first[2], 7, __ATOMIC_RELAXED);)
    }
    if (rank == 1) use(__atomic_load_n(&first[2], __ATOMIC_ACQUIRE));  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/atomic-sum-store: One rank adds atomically, another one resets the sum plainly.
// synchronisation: atomic operations of the language
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: both accesses are atomic.
RACE(atomic_sum_store) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) __atomic_fetch_add(&first[3], 1, __ATOMIC_ACQ_REL);  // race: first
    if (rank == 1) {
        WRONG(first[3] = 0;)  // race: second
        RIGHT(__atomic_exchange_n(&first[3], 0, __ATOMIC_ACQ_REL);)
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
