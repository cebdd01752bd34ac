// Two threads of one rank put to one place, in one epoch.
// synchronisation: lock_all, messages between threads
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-1
// scenario: threads/two-threads
// mended: to two places.
#include "tests/mpi/races/race.h"

#include <pthread.h>

static void to_other(int tag) { MPI_Send(NULL, 0, MPI_INT, 0, tag, MPI_COMM_WORLD); }
static void from_other(int tag) { MPI_Recv(NULL, 0, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
static void* put_it(void* argument) {
    from_other(1);
    MPI_Put(&size, 1, MPI_INT, 1, WRONG(0) RIGHT(1), 1, MPI_INT, win);  // race: second
    to_other(2);
    return argument;
}

int main(void) {
    begin_with_window();
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, put_it, NULL);
        MPI_Win_lock_all(0, win);
        to_other(1);
        MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        from_other(2);
        MPI_Win_unlock_all(win);
        pthread_join(thread, NULL);
    }
    return end_with_window();
}
