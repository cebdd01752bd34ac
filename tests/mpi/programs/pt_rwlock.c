// Readers together, a writer alone; who waits to write comes before later readers.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int readers, most_readers, written;  // sched_yield is known not to call back

static void* read_it(void* nothing) {
    pthread_rwlock_rdlock(&lock);
    ++readers;
    most_readers = readers > most_readers ? readers : most_readers;
    sched_yield();
    --readers;
    pthread_rwlock_unlock(&lock);
    return nothing;
}

static void* write_it(void* nothing) {
    pthread_rwlock_wrlock(&lock);
    const int before = written;
    sched_yield();
    if (readers == 0) written = before + 1;
    pthread_rwlock_unlock(&lock);
    return nothing;
}

void test(int rank, int size) {
    pthread_t threads[9];
    for (int i = 0; i < 9; ++i) pthread_create(threads + i, NULL, i % 3 == 2 ? write_it : read_it, NULL);
    for (int i = 0; i < 9; ++i) pthread_join(threads[i], NULL);
    EXPECT(written == 3 && most_readers > 1);
    EXPECT(pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_trywrlock(&lock) == EBUSY);
    EXPECT(pthread_rwlock_unlock(&lock) == 0 && pthread_rwlock_trywrlock(&lock) == 0);
    EXPECT(pthread_rwlock_rdlock(&lock) == EDEADLK && pthread_rwlock_unlock(&lock) == 0);
    written = most_readers = 0;
    EXPECT(rank < size);
}
