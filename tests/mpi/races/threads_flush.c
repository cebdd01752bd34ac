// Races of threads of a rank that complete operations of each other.
#include "tests/mpi/races/race.h"

#include <pthread.h>
#include <unistd.h>

// race threads/two-flushes: Two threads get and flush at once. One of them does not flush itself.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: each thread flushes, whichever flush returns first.
// right scenario: threads/two-flushes
static int two_flushes_data[2][2];
static void* two_flushes_get(void* argument) {
    int* const data = argument;
    MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    WRONG(if (data == two_flushes_data[0])) MPI_Win_flush(1, win);
    use(data[0]);  // race: second
    return argument;
}

RACE(two_flushes) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t threads[2];
        for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, two_flushes_get, two_flushes_data[i]);
        for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/two-flushes-local: As two-flushes, with FLUSH_LOCAL_ALL and sources of puts.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: each thread flushes.
static int two_flushes_local_data[2][2];
static void* two_flushes_local_put(void* argument) {
    int* const data = argument;
    for (int i = 0; i < 2; ++i) {
        const int first = data == two_flushes_local_data[0] ? 0 : 4;
        data[0] = i;                                                   // race: first
        MPI_Put(data, 2, MPI_INT, 1, first + 2 * i, 2, MPI_INT, win);  // race: second
        WRONG(if (first == 0)) MPI_Win_flush_local_all(win);
    }
    return argument;
}

RACE(two_flushes_local) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t threads[2];
        for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, two_flushes_local_put, two_flushes_local_data[i]);
        for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/flush-of-other-thread: A thread completes a put of another one, which in this run was called before.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it is called before in each order: the threads have a mutex and a condition for that.
static pthread_mutex_t flush_of_other_thread_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t flush_of_other_thread_put = PTHREAD_COND_INITIALIZER;
static int flush_of_other_thread_data[2] = {1, 2}, flush_of_other_thread_called __attribute__((unused));
static void* flush_of_other_thread_call(void* argument) {
    MPI_Put(flush_of_other_thread_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    pthread_mutex_lock(&flush_of_other_thread_mutex);
    flush_of_other_thread_called = 1;
    pthread_cond_signal(&flush_of_other_thread_put);
    pthread_mutex_unlock(&flush_of_other_thread_mutex);
    return argument;
}

RACE(flush_of_other_thread) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, flush_of_other_thread_call, NULL);
        WRONG(usleep(1000);)
        RIGHT(pthread_mutex_lock(&flush_of_other_thread_mutex); while (!flush_of_other_thread_called)
                  pthread_cond_wait(&flush_of_other_thread_put, &flush_of_other_thread_mutex);
              pthread_mutex_unlock(&flush_of_other_thread_mutex);)
        MPI_Win_flush(1, win);
        flush_of_other_thread_data[0] = 3;  // race: second
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/result-by-flush: Both threads of a rank poll a flag of another rank by fetching operations, and read
// what it announces.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-1
// mended: the data are complete before the flag is set.
static void* result_by_flush_poll(void* argument) {
    int flag = 0, none = 0, data[2];
    while (flag == 0) {
        MPI_Fetch_and_op(&none, &flag, MPI_INT, 1, 8, MPI_NO_OP, win);
        MPI_Win_flush(1, win);
    }
    MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_flush(1, win);
    return argument;
}

RACE(result_by_flush) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t threads[2];
        for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, result_by_flush_poll, NULL);
        for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
    } else {
        const int data[2] = {1, 2}, one = 1;
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        MPI_Accumulate(&one, 1, MPI_INT, 1, 8, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
