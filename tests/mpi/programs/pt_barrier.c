// Barriers, again and again; one thread is told to be the last.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <pthread.h>

enum { threads = 4, rounds = 6 };
static pthread_barrier_t barrier;
static int reached[rounds], serial, wrong;

static void* meet(void* nothing) {
    for (int i = 0; i < rounds; ++i) {
        ++reached[i];
        const int code = pthread_barrier_wait(&barrier);
        serial += code == PTHREAD_BARRIER_SERIAL_THREAD;
        wrong += reached[i] != threads;
    }
    return nothing;
}

void test(int rank, int size) {
    pthread_t all[threads];
    memset(reached, 0, sizeof(reached));
    serial = wrong = 0;
    pthread_barrier_init(&barrier, NULL, threads);
    for (int i = 0; i < threads; ++i) pthread_create(all + i, NULL, meet, NULL);
    for (int i = 0; i < threads; ++i) pthread_join(all[i], NULL);
    EXPECT(serial == rounds && wrong == 0 && pthread_barrier_destroy(&barrier) == 0 && rank < size);
}
