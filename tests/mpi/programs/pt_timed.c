// What waits until a time waits in virtual time; sleeps of threads overlap.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
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
    pthread_mutex_lock(&mutex);
    sleep(2);
    pthread_mutex_unlock(&mutex);
    return nothing;
}

void test(int rank, int size) {
    pthread_t threads[3];
    sem_t semaphore;
    struct timespec until;
    double began = MPI_Wtime();
    for (int i = 0; i < 3; ++i) pthread_create(threads + i, NULL, sleep_long, NULL);
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
    EXPECT(about(began, 0.5));
    began = MPI_Wtime();
    pthread_mutex_lock(&mutex);
    until = in_seconds(0.25);
    EXPECT(pthread_cond_timedwait(&condition, &mutex, &until) == ETIMEDOUT && about(began, 0.25));
    pthread_mutex_unlock(&mutex);
    sem_init(&semaphore, 0, 0);
    began = MPI_Wtime();
    until = in_seconds(0.125);
    EXPECT(sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT && about(began, 0.125));
    began = MPI_Wtime();
    pthread_create(threads, NULL, hold, NULL);
    usleep(1000);
    until = in_seconds(1);
    EXPECT(pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT);
    until = in_seconds(10);
    EXPECT(pthread_mutex_timedlock(&mutex, &until) == 0 && about(began, 2));
    pthread_mutex_unlock(&mutex);
    pthread_join(threads[0], NULL);
    clock_gettime(CLOCK_MONOTONIC, &until);
    EXPECT((double)until.tv_sec + 1 > MPI_Wtime() && rank < size);
}
