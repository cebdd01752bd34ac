// Races of POSIX threads of a rank.
#include "tests/mpi/races/race.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

// race threads/atomic-flag: A flag of C11's atomics tells another thread of data that a get has brought.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it is set when they are there.
static atomic_int atomic_flag_ready;
static int atomic_flag_data[2];
static void* atomic_flag_fetch(void* argument) {
    MPI_Get(atomic_flag_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    WRONG(atomic_store_explicit(&atomic_flag_ready, 1, memory_order_release);)
    MPI_Win_flush(1, win);
    RIGHT(atomic_store_explicit(&atomic_flag_ready, 1, memory_order_release);)
    return argument;
}

RACE(atomic_flag) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, atomic_flag_fetch, NULL);
        while (atomic_load_explicit(&atomic_flag_ready, memory_order_acquire) == 0) continue;
        use(atomic_flag_data[0]);  // race: second
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/condition: A condition is signalled before what it tells of is complete.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: behind the flush.
static pthread_mutex_t condition_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_fetched = PTHREAD_COND_INITIALIZER;
static int condition_data[2], condition_ready;
static void* condition_fetch(void* argument) {
    MPI_Get(condition_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(1, win);)
    pthread_mutex_lock(&condition_mutex);
    condition_ready = 1;
    pthread_cond_signal(&is_fetched);
    pthread_mutex_unlock(&condition_mutex);
    return argument;
}

RACE(condition) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, condition_fetch, NULL);
        pthread_mutex_lock(&condition_mutex);
        while (!condition_ready) pthread_cond_wait(&is_fetched, &condition_mutex);
        pthread_mutex_unlock(&condition_mutex);
        use(condition_data[1]);  // race: second
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/create: A thread stores to the buffer of a put of the thread that has made it.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it is made when the put is locally complete.
static int create_data[2] = {1, 2};
static void* change(void* argument) {
    create_data[1] = 5;  // race: second
    return argument;
}

RACE(create) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        MPI_Put(create_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        pthread_create(&thread, NULL, change, NULL);
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/detached: Two threads put, and then two others from the same buffers. Nobody joins them.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: each has a buffer on its stack, which may be that of another before.
static int buffers[2][2] __attribute__((unused));

static void* detached_put_it(void* argument) {
    const int number = *(const int*)argument;
    WRONG(int* const data = buffers[number / 2 ^ number % 2];)
    RIGHT(int data[2];)
    data[0] = data[1] = number;                                 // race: first
    MPI_Put(data, 2, MPI_INT, 1, 2 * number, 2, MPI_INT, win);  // race: second
    MPI_Win_flush(1, win);
    return argument;
}

RACE(detached) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    static int numbers[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4 && rank == 0; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, detached_put_it, &numbers[i]);
        pthread_detach(thread);
        if (i % 2 == 1) usleep(1000);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/flag-before-unlock: An atomic flag says that a put was called, not that its buffer is free.
// synchronisation: exclusive lock, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// scenario: threads/flag-before-unlock
// mended: it is set behind the unlock.
static atomic_int flag_before_unlock_ready;
static int flag_before_unlock_data[2] = {1, 2};
static void* flag_before_unlock_put_it(void* argument) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(flag_before_unlock_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    WRONG(atomic_store_explicit(&flag_before_unlock_ready, 1, memory_order_release);)
    MPI_Win_unlock(1, win);
    RIGHT(atomic_store_explicit(&flag_before_unlock_ready, 1, memory_order_release);)
    return argument;
}

RACE(flag_before_unlock) {
    begin_with_window();
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, flag_before_unlock_put_it, NULL);
        while (atomic_load_explicit(&flag_before_unlock_ready, memory_order_acquire) == 0) continue;
        flag_before_unlock_data[1] = 9;  // race: second
        pthread_join(thread, NULL);
    }
    end_with_window();
}

// race threads/join-put: A thread puts; who joins it stores to the source.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// right scenario: threads/join
// mended: it completes the put before it ends.
static int join_put_data[2] = {1, 2};
static void* join_put_put_it(void* argument) {
    MPI_Put(join_put_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(1, win);)
    return argument;
}

RACE(join_put) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, join_put_put_it, NULL);
        pthread_join(thread, NULL);
        join_put_data[0] = 9;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/message: One thread is told by a message that another rank has put; another thread of its rank reads.
// synchronisation: shared lock, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-2
// mended: the thread that was told makes the one that reads. (Separate model: it locks.)
static void* look(void* argument) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    use(window[2]);  // race: second
    MPI_Win_unlock(0, win);
    return argument;
}

RACE(message) {
    begin_with_window();
    if (rank == 0) {
        pthread_t thread;
        WRONG(pthread_create(&thread, NULL, look, NULL);)
        hear(1);
        RIGHT(pthread_create(&thread, NULL, look, NULL);)
        pthread_join(thread, NULL);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(0);
    }
    end_with_window();
}

// race threads/mutex: A mutex keeps threads apart, not what they have begun.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: local completion before it is unlocked.
static pthread_mutex_t mutex_mutex = PTHREAD_MUTEX_INITIALIZER;
static int mutex_data[2] = {1, 2}, turn;
static void* mutex_put_it(void* argument) {
    pthread_mutex_lock(&mutex_mutex);
    MPI_Put(mutex_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(1, win);)
    turn = 1;
    pthread_mutex_unlock(&mutex_mutex);
    return argument;
}

RACE(mutex) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, mutex_put_it, NULL);
        for (int done = 0; !done;) {
            pthread_mutex_lock(&mutex_mutex);
            done = turn;
            if (done) mutex_data[0] = 7;  // race: second
            pthread_mutex_unlock(&mutex_mutex);
        }
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/relaxed-flag: A thread tells another one with an atomic flag that a put is complete, but not in order.
// synchronisation: lock_all, atomic operations of the language
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-2
// mended: it releases and acquires.
static int flag;
static void* load(void* argument) {
    while (__atomic_load_n(&flag, WRONG(__ATOMIC_RELAXED) RIGHT(__ATOMIC_ACQUIRE)) == 0) continue;
    MPI_Win_sync(win);
    use(window[1]);  // race: second
    return argument;
}

RACE(relaxed_flag) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        int data[2] = {1, 2};
        pthread_t thread;
        pthread_create(&thread, NULL, load, NULL);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        __atomic_store_n(&flag, 1, WRONG(__ATOMIC_RELAXED) RIGHT(__ATOMIC_RELEASE));
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/two-threads: Two threads of one rank put to one place, in one epoch.
// synchronisation: lock_all, messages between threads
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-1
// scenario: threads/two-threads
// mended: to two places.
static void to_other(int tag) { MPI_Send(NULL, 0, MPI_INT, 0, tag, MPI_COMM_WORLD); }
static void from_other(int tag) { MPI_Recv(NULL, 0, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
static void* two_threads_put_it(void* argument) {
    from_other(1);
    MPI_Put(&size, 1, MPI_INT, 1, WRONG(0) RIGHT(1), 1, MPI_INT, win);  // race: second
    to_other(2);
    return argument;
}

RACE(two_threads) {
    begin_with_window();
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, two_threads_put_it, NULL);
        MPI_Win_lock_all(0, win);
        to_other(1);
        MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        from_other(2);
        MPI_Win_unlock_all(win);
        pthread_join(thread, NULL);
    }
    end_with_window();
}

// race threads/barriers-again: Between two barriers, one thread stores into a buffer that another thread puts.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: the put follows the second barrier.
static pthread_barrier_t barrier_again;
static int barrier_again_data[2] = {1, 2};
static void* barrier_again_put(void* argument) {
    pthread_barrier_wait(&barrier_again);
    RIGHT(pthread_barrier_wait(&barrier_again);)
    MPI_Put(barrier_again_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_flush_local(1, win);
    WRONG(pthread_barrier_wait(&barrier_again);)
    return argument;
}

RACE(barriers_again) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_barrier_init(&barrier_again, NULL, 2);
        pthread_create(&thread, NULL, barrier_again_put, NULL);
        MPI_Put(barrier_again_data, 2, MPI_INT, 1, 4, 2, MPI_INT, win);
        MPI_Win_flush(1, win);
        usleep(1000);
        pthread_barrier_wait(&barrier_again);
        barrier_again_data[0] = 5;  // race: first
        pthread_barrier_wait(&barrier_again);
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
