// Producers and consumers: a queue with a mutex and two conditions, a broadcast at its end.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <pthread.h>

enum { room = 2, items = 20 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER, has_items = PTHREAD_COND_INITIALIZER;
static int queue[room], used, taken, sum, ends;

static void* produce(void* nothing) {
    for (int i = 1; i <= items; ++i) {
        pthread_mutex_lock(&mutex);
        while (used == room) pthread_cond_wait(&has_room, &mutex);
        queue[used++] = i;
        pthread_cond_signal(&has_items);
        pthread_mutex_unlock(&mutex);
    }
    return nothing;
}

static void* consume(void* nothing) {
    pthread_mutex_lock(&mutex);
    for (;;) {
        while (used == 0 && !ends) pthread_cond_wait(&has_items, &mutex);
        if (used == 0) break;
        sum += queue[--used];
        ++taken;
        pthread_cond_signal(&has_room);
    }
    pthread_mutex_unlock(&mutex);
    return nothing;
}

void test(int rank, int size) {
    pthread_t producers[2], consumers[3];
    for (int i = 0; i < 3; ++i) pthread_create(consumers + i, NULL, consume, NULL);
    for (int i = 0; i < 2; ++i) pthread_create(producers + i, NULL, produce, NULL);
    for (int i = 0; i < 2; ++i) pthread_join(producers[i], NULL);
    pthread_mutex_lock(&mutex);
    ends = 1;
    pthread_cond_broadcast(&has_items);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 3; ++i) pthread_join(consumers[i], NULL);
    EXPECT(taken == 2 * items && sum == items * (items + 1) && rank < size);
    taken = sum = ends = 0;
}
