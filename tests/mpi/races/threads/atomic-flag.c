// A flag of C11's atomics tells another thread of data that a get has brought.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it is set when they are there.
#include "tests/mpi/races/race.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data[2];
static void* fetch(void* argument) {
    MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    WRONG(atomic_store_explicit(&ready, 1, memory_order_release);)
    MPI_Win_flush(1, win);
    RIGHT(atomic_store_explicit(&ready, 1, memory_order_release);)
    return argument;
}

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, fetch, NULL);
        while (atomic_load_explicit(&ready, memory_order_acquire) == 0) continue;
        use(data[0]);  // race: second
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
