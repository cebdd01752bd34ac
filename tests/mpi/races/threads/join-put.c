// A thread puts; who joins it stores to the source.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// right scenario: threads/join
// mended: it completes the put before it ends.
#include "tests/mpi/races/race.h"

#include <pthread.h>

static int data[2] = {1, 2};
static void* put_it(void* argument) {
    MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(1, win);)
    return argument;
}

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, put_it, NULL);
        pthread_join(thread, NULL);
        data[0] = 9;  // race: second
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
