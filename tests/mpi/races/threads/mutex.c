// A mutex keeps threads apart, not what they have begun.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: local completion before it is unlocked.
#include "tests/mpi/races/race.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data[2] = {1, 2}, turn;
static void* put_it(void* argument) {
    pthread_mutex_lock(&mutex);
    MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(1, win);)
    turn = 1;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, put_it, NULL);
        for (int done = 0; !done;) {
            pthread_mutex_lock(&mutex);
            done = turn;
            if (done) data[0] = 7;  // race: second
            pthread_mutex_unlock(&mutex);
        }
        pthread_join(thread, NULL);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
