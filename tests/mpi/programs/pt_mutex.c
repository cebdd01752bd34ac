// Mutexes of each kind.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int counter, busy;

static void* count(void* nothing) {
    for (int i = 0; i < 10; ++i) {
        pthread_mutex_lock(&plain);
        const int before = counter;
        sched_yield();
        counter = before + 1;
        pthread_mutex_unlock(&plain);
    }
    busy += pthread_mutex_trylock(&plain) == 0 ? (sched_yield(), pthread_mutex_unlock(&plain)) : 1;
    return nothing;
}

static void* unlock(void* mutex) { return (void*)(long)pthread_mutex_unlock(mutex); }

static int error_of_another(void* (*function)(void*), void* argument) {
    pthread_t thread;
    void* error;
    pthread_create(&thread, NULL, function, argument);
    pthread_join(thread, &error);
    return (int)(long)error;
}

void test(int rank, int size) {
    pthread_t threads[3];
    pthread_mutexattr_t kind;
    pthread_mutex_t mutex;
    for (int i = 0; i < 3; ++i) pthread_create(threads + i, NULL, count, NULL);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
    EXPECT(counter == 30);
    counter = 0;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &kind);
    EXPECT(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == 0);
    EXPECT(error_of_another(unlock, &mutex) == EPERM);
    for (int i = 0; i < 3; ++i) EXPECT(pthread_mutex_unlock(&mutex) == 0);
    EXPECT(pthread_mutex_unlock(&mutex) == EPERM && pthread_mutex_destroy(&mutex) == 0);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &kind);
    EXPECT(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == EDEADLK);
    EXPECT(pthread_mutex_trylock(&mutex) == EBUSY && pthread_mutex_unlock(&mutex) == 0);
    EXPECT(rank < size);
}
