// Threads give results, are joined, detached, told apart.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

static pthread_t of_thread[4];
static volatile int detached;

static void* square(void* number) {
    const long n = (long)number;
    of_thread[n] = pthread_self();
    sched_yield();
    if (n == 3) pthread_exit((void*)9l);
    return (void*)(n * n);
}

static void* counted(void* nothing) {
    ++detached;
    return nothing;
}

void test(int rank, int size) {
    pthread_t threads[4], alone;
    void* result;
    for (long i = 0; i < 4; ++i) EXPECT(pthread_create(threads + i, NULL, square, (void*)i) == 0);
    for (long i = 0; i < 4; ++i) {
        EXPECT(pthread_join(threads[i], &result) == 0 && (long)result == i * i);
        EXPECT(pthread_equal(threads[i], of_thread[i]) && !pthread_equal(threads[i], pthread_self()));
    }
    EXPECT(pthread_join(threads[0], &result) == ESRCH);
    EXPECT(pthread_join(pthread_self(), &result) == EDEADLK);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_create(&alone, &attributes, counted, NULL);
    pthread_create(threads, NULL, counted, NULL);
    pthread_detach(threads[0]);
    while (detached < 2) sched_yield();
    pthread_attr_destroy(&attributes);
    detached = 0;
    EXPECT(rank < size);
}
