// Threads of a rank that C11's atomic operations order, or do not.
#include "tests/mpi/races/threads_atomics.h"

// race threads/atomic-late: A flag is acquired once, when the thread that has set it has ended.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: the load acquires.
static void* atomic_late_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    atomic_store_explicit(&word, 1, memory_order_release);
    return argument;
}

RACE(atomic_late) {
    pthread_t thread;
    begin_with_thread(&thread, atomic_late_put);
    if (rank == 0) {
        usleep(1000);
        if (atomic_load_explicit(&word, WRONG(memory_order_relaxed) RIGHT(memory_order_acquire)) == 0) abort();
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}

// race threads/atomic-late-sum: As atomic-late, with a fetch_add.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it acquires and releases.
static void* atomic_late_sum_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    atomic_store_explicit(&word, 1, memory_order_release);
    return argument;
}

RACE(atomic_late_sum) {
    pthread_t thread;
    begin_with_thread(&thread, atomic_late_sum_put);
    if (rank == 0) {
        usleep(1000);
        if (atomic_fetch_add_explicit(&word, 1, WRONG(memory_order_release) RIGHT(memory_order_acq_rel)) == 0) abort();
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}

// race threads/atomic-fences: Relaxed operations and fences: the fence of the one that waits comes before its load.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread -Wno-tsan
// rule: MM-BUF-1
// mended: the fence follows the load.
static void* atomic_fences_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&word, 1, memory_order_relaxed);
    return argument;
}

RACE(atomic_fences) {
    pthread_t thread;
    begin_with_thread(&thread, atomic_fences_put);
    if (rank == 0) {
        WRONG(atomic_thread_fence(memory_order_acquire);)
        while (atomic_load_explicit(&word, memory_order_relaxed) == 0) usleep(1);
        RIGHT(atomic_thread_fence(memory_order_acquire);)
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}

// race threads/atomic-fence-late: Relaxed operations and fences: the release fence comes after the store.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread -Wno-tsan
// rule: MM-BUF-1
// mended: before it.
static void* atomic_fence_late_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    RIGHT(atomic_thread_fence(memory_order_release);)
    atomic_store_explicit(&word, 1, memory_order_relaxed);
    WRONG(atomic_thread_fence(memory_order_release);)
    return argument;
}

RACE(atomic_fence_late) {
    pthread_t thread;
    begin_with_thread(&thread, atomic_fence_late_put);
    if (rank == 0) {
        while (atomic_load_explicit(&word, memory_order_relaxed) == 0) usleep(1);
        atomic_thread_fence(memory_order_acquire);
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}

// race threads/atomic-compare: A flag is taken by a comparison that does not acquire when it succeeds.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it acquires.
static void* atomic_compare_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    atomic_store_explicit(&word, 1, memory_order_release);
    return argument;
}

RACE(atomic_compare) {
    pthread_t thread;
    begin_with_thread(&thread, atomic_compare_put);
    if (rank == 0) {
        for (int one = 1; !atomic_compare_exchange_strong_explicit(
                 &word, &one, 2, WRONG(memory_order_relaxed) RIGHT(memory_order_acquire), memory_order_relaxed);
             one = 1) {
            usleep(1);
        }
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}

// race threads/atomic-compare-fails: A comparison that fails releases nothing.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: a store releases.
static void* atomic_compare_fails_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    int two = 2;
    WRONG(atomic_compare_exchange_strong(&word, &two, 3);)
    RIGHT(atomic_exchange_explicit(&word, 0, memory_order_release);)
    atomic_fetch_add_explicit(&word, two < 3 ? 1 : 0, memory_order_relaxed);
    return argument;
}

RACE(atomic_compare_fails) {
    pthread_t thread;
    begin_with_thread(&thread, atomic_compare_fails_put);
    if (rank == 0) {
        while (atomic_load_explicit(&word, memory_order_acquire) == 0) usleep(1);
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}

// race threads/release-sequence: A third thread overwrites the flag. What it stores is of no release sequence.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: its fetch_add is.
static void* release_sequence_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    atomic_store_explicit(&word, 1, memory_order_release);
    return argument;
}

static void* release_sequence_change(void* argument) {
    while (atomic_load_explicit(&word, memory_order_relaxed) == 0) usleep(1);
    WRONG(atomic_store_explicit(&word, 2, memory_order_relaxed);)
    RIGHT(atomic_fetch_add_explicit(&word, 1, memory_order_relaxed);)
    return argument;
}

RACE(release_sequence) {
    pthread_t thread, other;
    begin_with_thread(&thread, release_sequence_put);
    if (rank == 0) {
        pthread_create(&other, NULL, release_sequence_change, NULL);
        while (atomic_load_explicit(&word, memory_order_relaxed) != 2) usleep(1);
        if (atomic_load_explicit(&word, memory_order_acquire) != 2) abort();
        pthread_join(other, NULL);
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}

// race threads/volatile-flag: A volatile flag orders nothing.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: an atomic one does.
static int volatile_word __attribute__((unused));
static void* volatile_flag_put(void* argument) {
    MPI_Put(source, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Win_flush_local(1, win);
    WRONG(*(volatile int*)(&volatile_word) = 1;)
    RIGHT(atomic_store_explicit(&word, 1, memory_order_release);)
    return argument;
}

RACE(volatile_flag) {
    pthread_t thread;
    begin_with_thread(&thread, volatile_flag_put);
    if (rank == 0) {
        WRONG(while (*(volatile int*)&volatile_word == 0) usleep(1);)
        RIGHT(while (atomic_load_explicit(&word, memory_order_acquire) == 0) usleep(1);)
        source[0] = 6;  // race: second
    }
    end_with_thread(&thread);
}
