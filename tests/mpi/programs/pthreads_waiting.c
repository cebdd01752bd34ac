// What POSIX threads wait for: mutexes, conditions, barriers, semaphores.
#include "tests/mpi/programs/check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

// program pt_barrier: Barriers, again and again; one thread is told to be the last.
// compile: -pthread
// SMPI's own: it has no threads
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

PROGRAM(pt_barrier) {
    pthread_t all[threads];
    memset(reached, 0, sizeof(reached));
    serial = wrong = 0;
    pthread_barrier_init(&barrier, NULL, threads);
    for (int i = 0; i < threads; ++i) pthread_create(all + i, NULL, meet, NULL);
    for (int i = 0; i < threads; ++i) pthread_join(all[i], NULL);
    EXPECT(serial == rounds && wrong == 0 && pthread_barrier_destroy(&barrier) == 0 && rank < size);
}

// program pt_cond: Producers and consumers: a queue with a mutex and two conditions, a broadcast at its end.
// compile: -pthread
// SMPI's own: it has no threads
enum { room = 2, items = 20 };
static pthread_mutex_t pt_cond_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_room = PTHREAD_COND_INITIALIZER, has_items = PTHREAD_COND_INITIALIZER;
static int queue[room], used, taken, sum, ends;

static void* produce(void* nothing) {
    for (int i = 1; i <= items; ++i) {
        pthread_mutex_lock(&pt_cond_mutex);
        while (used == room) pthread_cond_wait(&has_room, &pt_cond_mutex);
        queue[used++] = i;
        pthread_cond_signal(&has_items);
        pthread_mutex_unlock(&pt_cond_mutex);
    }
    return nothing;
}

static void* consume(void* nothing) {
    pthread_mutex_lock(&pt_cond_mutex);
    for (;;) {
        while (used == 0 && !ends) pthread_cond_wait(&has_items, &pt_cond_mutex);
        if (used == 0) break;
        sum += queue[--used];
        ++taken;
        pthread_cond_signal(&has_room);
    }
    pthread_mutex_unlock(&pt_cond_mutex);
    return nothing;
}

PROGRAM(pt_cond) {
    pthread_t producers[2], consumers[3];
    for (int i = 0; i < 3; ++i) pthread_create(consumers + i, NULL, consume, NULL);
    for (int i = 0; i < 2; ++i) pthread_create(producers + i, NULL, produce, NULL);
    for (int i = 0; i < 2; ++i) pthread_join(producers[i], NULL);
    pthread_mutex_lock(&pt_cond_mutex);
    ends = 1;
    pthread_cond_broadcast(&has_items);
    pthread_mutex_unlock(&pt_cond_mutex);
    for (int i = 0; i < 3; ++i) pthread_join(consumers[i], NULL);
    EXPECT(taken == 2 * items && sum == items * (items + 1) && rank < size);
    taken = sum = ends = 0;
}

// program pt_mutex: Mutexes of each kind.
// compile: -pthread
// SMPI's own: it has no threads
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

PROGRAM(pt_mutex) {
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

// program pt_rwlock: Readers together, a writer alone; who waits to write comes before later readers.
// compile: -pthread
// SMPI's own: it has no threads
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

PROGRAM(pt_rwlock) {
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

// program pt_semaphore: Semaphores let so many in; spin locks one.
// compile: -pthread
// SMPI's own: it has no threads
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

PROGRAM(pt_semaphore) {
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

// program pt_timed: What waits until a time waits in virtual time; sleeps of threads overlap.
// compile: -pthread
// SMPI's own: it has no threads
static pthread_mutex_t pt_timed_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static struct timespec in_seconds(double duration) {
    const double at = MPI_Wtime() + duration;
    const struct timespec time = {(time_t)at, (long)((at - (double)(time_t)at) * 1e9)};
    return time;
}

static int about(double began, double duration) {
    const double took = MPI_Wtime() - began;
    return took > duration - 1e-4 && took < duration + 1e-3;
}

static void* sleep_long(void* nothing) {
    usleep(500000);
    return nothing;
}

static void* hold(void* nothing) {
    pthread_mutex_lock(&pt_timed_mutex);
    sleep(2);
    pthread_mutex_unlock(&pt_timed_mutex);
    return nothing;
}

PROGRAM(pt_timed) {
    pthread_t threads[3];
    sem_t semaphore;
    struct timespec until;
    double began = MPI_Wtime();
    for (int i = 0; i < 3; ++i) pthread_create(threads + i, NULL, sleep_long, NULL);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
    EXPECT(about(began, 0.5));
    began = MPI_Wtime();
    pthread_mutex_lock(&pt_timed_mutex);
    until = in_seconds(0.25);
    EXPECT(pthread_cond_timedwait(&condition, &pt_timed_mutex, &until) == ETIMEDOUT && about(began, 0.25));
    pthread_mutex_unlock(&pt_timed_mutex);
    sem_init(&semaphore, 0, 0);
    began = MPI_Wtime();
    until = in_seconds(0.125);
    EXPECT(sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT && about(began, 0.125));
    began = MPI_Wtime();
    pthread_create(threads, NULL, hold, NULL);
    usleep(1000);
    until = in_seconds(1);
    EXPECT(pthread_mutex_timedlock(&pt_timed_mutex, &until) == ETIMEDOUT);
    until = in_seconds(10);
    EXPECT(pthread_mutex_timedlock(&pt_timed_mutex, &until) == 0 && about(began, 2));
    pthread_mutex_unlock(&pt_timed_mutex);
    pthread_join(threads[0], NULL);
    clock_gettime(CLOCK_MONOTONIC, &until);
    EXPECT((double)until.tv_sec + 1 > MPI_Wtime() && rank < size);
}
