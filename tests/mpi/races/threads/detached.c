// Two threads put, and then two others from the same buffers. Nobody joins them.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: each has a buffer on its stack, which may be that of another before.
#include "tests/mpi/races/race.h"

#include <pthread.h>
#include <unistd.h>

static int buffers[2][2] __attribute__((unused));

static void* put_it(void* argument) {
    const int number = *(const int*)argument;
    WRONG(int* const data = buffers[number / 2 ^ number % 2];)
    RIGHT(int data[2];)
    data[0] = data[1] = number;                                 // race: first
    MPI_Put(data, 2, MPI_INT, 1, 2 * number, 2, MPI_INT, win);  // race: second
    MPI_Win_flush(1, win);
    return argument;
}

int main(void) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    static int numbers[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4 && rank == 0; ++i) {
        pthread_t thread;
        pthread_create(&thread, NULL, put_it, &numbers[i]);
        pthread_detach(thread);
        if (i % 2 == 1) usleep(1000);
    }
    MPI_Win_unlock_all(win);
    return end_with_window();
}
