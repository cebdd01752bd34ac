// Semaphores let so many in; spin locks one.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t places;
static pthread_spinlock_t spin;
static volatile int inside, most, total;

static void* enter(void* nothing) {
    sem_wait(&places);
    pthread_spin_lock(&spin);
    ++inside;
    most = inside > most ? inside : most;
    pthread_spin_unlock(&spin);
    sched_yield();
    pthread_spin_lock(&spin);
    --inside;
    const int before = total;
    sched_yield();
    total = before + 1;
    pthread_spin_unlock(&spin);
    sem_post(&places);
    return nothing;
}

void test(int rank, int size) {
    pthread_t threads[6];
    int left = -1;
    sem_init(&places, 0, 2);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 6; ++i) pthread_create(threads + i, NULL, enter, NULL);
    for (int i = 0; i < 6; ++i) pthread_join(threads[i], NULL);
    EXPECT(most == 2 && total == 6 && sem_getvalue(&places, &left) == 0 && left == 2);
    EXPECT(sem_trywait(&places) == 0 && sem_trywait(&places) == 0 && sem_trywait(&places) == -1 && errno == EAGAIN);
    EXPECT(pthread_spin_trylock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY && pthread_spin_unlock(&spin) == 0);
    most = total = 0;
    EXPECT(rank < size);
}
