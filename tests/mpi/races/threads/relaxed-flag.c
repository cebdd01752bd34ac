// A thread tells another one with an atomic flag that a put is complete, but not in order.
// synchronisation: lock_all, atomic operations of the language
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-2
// mended: it releases and acquires.
#include "tests/mpi/races/race.h"

#include <pthread.h>

static int flag;
static void* load(void* argument) {
    while (__atomic_load_n(&flag, WRONG(__ATOMIC_RELAXED) RIGHT(__ATOMIC_ACQUIRE)) == 0) continue;
    MPI_Win_sync(win);
    use(window[1]);  // race: second
    return argument;
}

int main(void) {
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
    return end_with_window();
}
