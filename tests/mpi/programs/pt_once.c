// A function that is called once; a value for each thread, destroyed at its end.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <pthread.h>
#include <sched.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int called, destroyed;
static __thread int own = 5;

static void destroy(void* value) { destroyed += *(int*)value; }

static void make_key(void) {
    sched_yield();
    ++called;
    pthread_key_create(&key, destroy);
}

static void* use(void* value) {
    pthread_once(&once, make_key);
    if (pthread_getspecific(key) != NULL || own != 5) return NULL;
    pthread_setspecific(key, value);
    own = *(int*)value;
    sched_yield();
    return own == *(int*)value ? pthread_getspecific(key) : NULL;
}

void test(int rank, int size) {
    pthread_t threads[3];
    int values[3] = {1, 10, 100};
    void* result;
    for (int i = 0; i < 3; ++i) pthread_create(threads + i, NULL, use, values + i);
    for (int i = 0; i < 3; ++i) {
        pthread_join(threads[i], &result);
        EXPECT(result == values + i);
    }
    EXPECT(called == 1 && destroyed == 111 && own == 5 && pthread_getspecific(key) == NULL && rank < size);
    pthread_key_delete(key);
}
