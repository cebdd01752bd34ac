// A condition is signalled before what it tells of is complete.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: behind the flush.
#include "tests/mpi/races/race.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int data[2], ready;
static void* fetch(void* argument) {
    MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(1, win);)
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, fetch, NULL);
        pthread_mutex_lock(&mutex);
        while (!ready) pthread_cond_wait(&condition, &mutex);
        pthread_mutex_unlock(&mutex);
        use(data[1]);  // race: second
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
