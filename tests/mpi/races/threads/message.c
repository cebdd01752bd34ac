// One thread is told by a message that another rank has put; another thread of its rank reads.
// synchronisation: shared lock, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-2
// mended: the thread that was told makes the one that reads. (Separate model: it locks.)
#include "tests/mpi/races/race.h"

#include <pthread.h>

static void* look(void* argument) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    use(window[2]);  // race: second
    MPI_Win_unlock(0, win);
    return argument;
}

int main(void) {
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
    return end_with_window();
}
