/* A second thread of rank 1 ends the rank or the program (first argument, ways.h, or a name below) at a moment (second
   argument). Rank 0 only waits for rank 1 in MPI_Barrier. */
#define _GNU_SOURCE
#include "tests/mpi/hostile/ways.h"

#include <mpi.h>
#include <stdint.h>

static const char* way = "";
static const char* moment = "";
static int rank = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_t first;
static pthread_key_t key;

static int is(const char* name) { return strcmp(way, name) == 0; }
static int at(const char* name) { return strcmp(moment, name) == 0 && (rank < 0 || rank == 1); }

static void end_at_key(void* value) {
    (void)value;
    end_by(way);
}

/* ---- What the second thread does. */

static void wait_for_ever(void) {
    if (is("mutex")) pthread_mutex_lock(&mutex);
    if (is("condition")) pthread_mutex_lock(&other), pthread_cond_wait(&condition, &other);
    if (is("thread_barrier")) pthread_barrier_wait(&barrier);
    if (is("join")) pthread_join(first, NULL);
}
static void call_mpi(void) {
    int value = 0, flag = 0;
    if (is("barrier")) MPI_Barrier(MPI_COMM_WORLD);
    if (is("send")) MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (is("rank")) MPI_Comm_rank(MPI_COMM_WORLD, &value);
    if (is("finalized")) MPI_Finalized(&flag), printf("finalized %d\n", flag);
    if (is("receive")) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    if (is("MPI_Abort")) MPI_Abort(MPI_COMM_WORLD, CODE);
}
static void* run(void* later) {
    if (later != NULL) usleep(10);
    if (at("key")) {
        pthread_key_create(&key, end_at_key);
        pthread_setspecific(key, &key);
        return NULL;
    }
    end_by(way);
    wait_for_ever();
    call_mpi();
    if (is("sleep")) sleep(1000);
    if (is("main")) pthread_kill(first, SIGUSR1), sleep(1);
    if (is("pthread_exit")) pthread_exit(NULL);
    return NULL;
}
static void* nothing(void* argument) { return argument; }

/* ---- The first thread. */

static pthread_t start(void* later, size_t stack_bytes, int state) {
    pthread_t made;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (stack_bytes > 0) pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_attr_setdetachstate(&attributes, state);
    const int error = pthread_create(&made, &attributes, run, later);
    if (error != 0) printf("pthread_create: %d\n", error);
    return made;
}
static void start_and_join(void* later, size_t stack_bytes) {
    pthread_join(start(later, stack_bytes, PTHREAD_CREATE_JOINABLE), NULL);
}
/* Prints the results of wrong joins. */
static void join_wrongly(void) {
    pthread_t made;
    int first_result = 0, second_result = 0;
    pthread_create(&made, NULL, nothing, NULL);
    if (is("twice")) first_result = pthread_join(made, NULL), second_result = pthread_join(made, NULL);
    if (is("itself")) second_result = pthread_join(pthread_self(), NULL);
    if (is("detached")) first_result = pthread_detach(made), second_result = pthread_join(made, NULL);
    if (is("detached_twice")) first_result = pthread_detach(made), second_result = pthread_detach(made);
    if (is("after_end")) usleep(10), first_result = pthread_join(made, NULL), second_result = pthread_detach(made);
    printf("%d %d\n", first_result, second_result);
}
static void* join_other(void* other) {
    printf("%d\n", pthread_join(*(pthread_t*)other, NULL));
    return NULL;
}
/* Two threads join a third one at the same time. */
static void join_by_two(void) {
    pthread_t joined, joiner;
    joined = start(&joined, 0, PTHREAD_CREATE_JOINABLE);
    pthread_create(&joiner, NULL, join_other, &joined);
    sched_yield();
    printf("%d\n", pthread_join(joined, NULL));
    pthread_join(joiner, NULL);
}

int main(int argc, char** argv) {
    int level = 0;
    if (argc > 1) way = argv[1];
    if (argc > 2) moment = argv[2];
    first = pthread_self();
    pthread_mutex_lock(&mutex);
    pthread_barrier_init(&barrier, NULL, 2);
    if (at("main")) start_and_join(NULL, 0);
    if (strcmp(moment, "single") == 0) MPI_Init(&argc, &argv);
    else MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (at("init") || at("single") || at("key")) start_and_join(NULL, 0);
    if (at("small_stack")) start_and_join(NULL, 65536);
    if (at("waiting") && is("twice_at_once")) join_by_two();
    else if (at("waiting")) join_wrongly();
    if (at("in_mpi")) {
        start(&rank, 0, PTHREAD_CREATE_DETACHED);
        MPI_Recv(&level, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (at("left")) {
        start(&rank, 0, PTHREAD_CREATE_JOINABLE);
        pthread_exit(NULL);
    }
    if (strcmp(moment, "detached") == 0) start(NULL, 0, PTHREAD_CREATE_DETACHED);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (at("finalized")) start_and_join(NULL, 0);
    if (at("exited")) {
        start(&rank, 0, PTHREAD_CREATE_DETACHED);
        pthread_exit(NULL);
    }
    return 0;
}
