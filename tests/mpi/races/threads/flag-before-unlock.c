// An atomic flag says that a put was called, not that its buffer is free.
// synchronisation: exclusive lock, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// scenario: threads/flag-before-unlock
// mended: it is set behind the unlock.
#include "tests/mpi/races/race.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data[2] = {1, 2};
static void* put_it(void* argument) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    WRONG(atomic_store_explicit(&ready, 1, memory_order_release);)
    MPI_Win_unlock(1, win);
    RIGHT(atomic_store_explicit(&ready, 1, memory_order_release);)
    return argument;
}

int main(void) {
    begin_with_window();
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, put_it, NULL);
        while (atomic_load_explicit(&ready, memory_order_acquire) == 0) continue;
        data[1] = 9;  // race: second
        pthread_join(thread, NULL);
    }
    return end_with_window();
}
