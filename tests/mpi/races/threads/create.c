// A thread stores to the buffer of a put of the thread that has made it.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it is made when the put is locally complete.
#include "tests/mpi/races/race.h"

#include <pthread.h>

static int data[2] = {1, 2};
static void* change(void* argument) {
    data[1] = 5;  // race: second
    return argument;
}

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        pthread_create(&thread, NULL, change, NULL);
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
