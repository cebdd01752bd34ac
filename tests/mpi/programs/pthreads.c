// POSIX and C11 threads, and their calls of MPI.
#include "tests/mpi/programs/check.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>

// program c11_threads: C11's threads, mutexes, conditions, thread-specific values.
// compile: -pthread
// SMPI's own: it has no threads
static mtx_t mutex;
static cnd_t condition;
static tss_t c11_threads_key;
static once_flag flag = ONCE_FLAG_INIT;
static int turn, calls, freed;
static thread_local int c11_threads_own = 1;

static void c11_threads_once(void) { ++calls; }
static void c11_threads_destroy(void* value) { freed += *(int*)value; }

static int take_turns(void* argument) {
    const int mine = *(int*)argument;
    call_once(&flag, c11_threads_once);
    tss_set(c11_threads_key, argument);
    for (int round = 0; round < 3; ++round) {
        mtx_lock(&mutex);
        while (turn % 3 != mine) cnd_wait(&condition, &mutex);
        ++turn;
        c11_threads_own += mine;
        cnd_broadcast(&condition);
        mtx_unlock(&mutex);
        thrd_yield();
    }
    if (mine == 2) thrd_exit(42);
    return c11_threads_own == 1 + 3 * mine && tss_get(c11_threads_key) == argument ? mine : -1;
}

PROGRAM(c11_threads) {
    thrd_t threads[3];
    int numbers[3] = {0, 1, 2}, result = -2;
    EXPECT(mtx_init(&mutex, mtx_timed | mtx_recursive) == thrd_success && cnd_init(&condition) == thrd_success);
    tss_create(&c11_threads_key, c11_threads_destroy);
    for (int i = 0; i < 3; ++i) EXPECT(thrd_create(threads + i, take_turns, numbers + i) == thrd_success);
    for (int i = 0; i < 3; ++i) {
        EXPECT(thrd_join(threads[i], &result) == thrd_success && result == (i == 2 ? 42 : i));
    }
    EXPECT(turn == 9 && calls == 1 && freed == 3 && c11_threads_own == 1);
    struct timespec until;
    timespec_get(&until, TIME_UTC);
    ++until.tv_sec;
    mtx_lock(&mutex);
    EXPECT(cnd_timedwait(&condition, &mutex, &until) == thrd_timedout && mtx_trylock(&mutex) == thrd_success);
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
    tss_delete(c11_threads_key);
    turn = freed = 0;
    EXPECT(rank < size);
}

// program pt_flush: A thread flushes while another one puts, locks are held by others; lock and unlock of two windows
// at once.
// compile: -pthread
// SMPI's own: it has no threads
static MPI_Win first, second;
static int next_rank;

static void* put_and_flush(void* value) {
    for (int i = 0; i < 8; ++i) {
        MPI_Put(value, 1, MPI_INT, next_rank, i, 1, MPI_INT, first);
        MPI_Win_flush(next_rank, first);
    }
    return NULL;
}

static void* lock_and_add(void* value) {
    for (int i = 0; i < 4; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, second);
        MPI_Accumulate(value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, second);
        MPI_Win_unlock(0, second);
    }
    return NULL;
}

PROGRAM(pt_flush) {
    int line[16], sum = 0, value = 1 + rank, one = 1;
    pthread_t putter, adder;
    memset(line, 0, sizeof(line));
    first = window_over(line, sizeof(line), sizeof(int));
    second = window_over(&sum, sizeof(sum), sizeof(int));
    next_rank = (rank + 1) % size;
    MPI_Win_lock_all(0, first);
    pthread_create(&putter, NULL, put_and_flush, &value);
    pthread_create(&adder, NULL, lock_and_add, &one);
    for (int i = 8; i < 16; ++i) {
        MPI_Put(&value, 1, MPI_INT, next_rank, i, 1, MPI_INT, first);
        MPI_Win_flush_all(first);
    }
    pthread_join(putter, NULL);
    pthread_join(adder, NULL);
    MPI_Win_unlock_all(first);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 16; ++i) EXPECT(line[i] == 1 + (rank + size - 1) % size);
    EXPECT(rank != 0 || sum == 4 * size);
    MPI_Win_free(&first);
    MPI_Win_free(&second);
}

// program pt_once: A function that is called once; a value for each thread, destroyed at its end.
// compile: -pthread
// SMPI's own: it has no threads
static pthread_once_t pt_once_once = PTHREAD_ONCE_INIT;
static pthread_key_t pt_once_key;
static int called, destroyed;
static __thread int pt_once_own = 5;

static void pt_once_destroy(void* value) { destroyed += *(int*)value; }

static void make_key(void) {
    sched_yield();
    ++called;
    pthread_key_create(&pt_once_key, pt_once_destroy);
}

static void* use(void* value) {
    pthread_once(&pt_once_once, make_key);
    if (pthread_getspecific(pt_once_key) != NULL || pt_once_own != 5) return NULL;
    pthread_setspecific(pt_once_key, value);
    pt_once_own = *(int*)value;
    sched_yield();
    return pt_once_own == *(int*)value ? pthread_getspecific(pt_once_key) : NULL;
}

PROGRAM(pt_once) {
    pthread_t threads[3];
    int values[3] = {1, 10, 100};
    void* result;
    for (int i = 0; i < 3; ++i) pthread_create(threads + i, NULL, use, values + i);
    for (int i = 0; i < 3; ++i) {
        pthread_join(threads[i], &result);
        EXPECT(result == values + i);
    }
    EXPECT(called == 1 && destroyed == 111 && pt_once_own == 5 && pthread_getspecific(pt_once_key) == NULL &&
           rank < size);
    pthread_key_delete(pt_once_key);
}

// program pt_requests: Functions of MPI that complete requests: each thread waits for its own.
// compile: -pthread
// SMPI's own: it has no threads
static int here;

static void* exchange(void* number) {
    const int tag = 30 + (int)(long)number, count = 3;
    int got[3] = {-1, -1, -1}, sent[3] = {here, here + 1, here + 2}, index, found, indices[3], left = 3;
    MPI_Request in[3], out[3];
    for (int i = 0; i < count; ++i) {
        MPI_Irecv(got + i, 1, MPI_INT, here, 10 * tag + i, MPI_COMM_WORLD, in + i);
        MPI_Isend(sent + i, 1, MPI_INT, here, 10 * tag + i, MPI_COMM_WORLD, out + i);
    }
    MPI_Waitany(count, in, &index, MPI_STATUS_IGNORE);
    for (--left; left > 0; left -= found) MPI_Waitsome(count, in, &found, indices, MPI_STATUSES_IGNORE);
    MPI_Waitall(count, out, MPI_STATUSES_IGNORE);
    return (void*)(long)(got[0] == here && got[1] == here + 1 && got[2] == here + 2);
}

PROGRAM(pt_requests) {
    pthread_t threads[3];
    void* right;
    here = rank;
    for (long i = 0; i < 3; ++i) pthread_create(threads + i, NULL, exchange, (void*)i);
    for (int i = 0; i < 3; ++i) {
        pthread_join(threads[i], &right);
        EXPECT(right != NULL);
    }
    EXPECT(rank < size);
}

// program pt_server: A thread of each rank serves requests of others while the first one is in collective calls.
// compile: -pthread
// SMPI's own: it has no threads
enum { ask = 1, answer = 2 };

static void* serve(void* number) {
    for (int asked = -1;;) {
        MPI_Status status;
        MPI_Recv(&asked, 1, MPI_INT, MPI_ANY_SOURCE, ask, MPI_COMM_WORLD, &status);
        if (asked < 0) return NULL;
        const int reply = 100 * *(int*)number + asked;
        MPI_Send(&reply, 1, MPI_INT, status.MPI_SOURCE, answer, MPI_COMM_WORLD);
    }
}

PROGRAM(pt_server) {
    pthread_t server;
    int provided, reply = -1, sum = 0;
    const int stop = -1;
    MPI_Query_thread(&provided);
    EXPECT(provided == MPI_THREAD_MULTIPLE);
    pthread_create(&server, NULL, serve, &rank);
    for (int other = 0; other < size; ++other) {
        if (other == rank) MPI_Barrier(MPI_COMM_WORLD);
        else {
            MPI_Send(&rank, 1, MPI_INT, other, ask, MPI_COMM_WORLD);
            MPI_Recv(&reply, 1, MPI_INT, other, answer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            EXPECT(reply == 100 * other + rank);
        }
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Send(&stop, 1, MPI_INT, rank, ask, MPI_COMM_WORLD);
    pthread_join(server, NULL);
    EXPECT(sum == size * (size - 1) / 2);
}

// program pt_tests: Test, Iprobe and Testany in loops of threads: others go on, and time passes.
// compile: -pthread
// SMPI's own: it has no threads
static int seen;

static void* test_for_message(void* got) {
    MPI_Request request;
    int done = 0;
    MPI_Irecv(got, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &request);
    while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return NULL;
}

static void* probe_for_message(void* got) {
    int found = 0;
    while (!found) MPI_Iprobe(MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    MPI_Recv(got, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    ++seen;
    return NULL;
}

PROGRAM(pt_tests) {
    pthread_t threads[2];
    int a = -1, b = -1, next = (rank + 1) % size, index = -1, done = 0;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    pthread_create(threads, NULL, test_for_message, &a);
    pthread_create(threads + 1, NULL, probe_for_message, &b);
    MPI_Ssend(&rank, 1, MPI_INT, next, 7, MPI_COMM_WORLD);
    MPI_Issend(&rank, 1, MPI_INT, next, 8, MPI_COMM_WORLD, requests + 1);
    while (!done) MPI_Testany(2, requests, &index, &done, MPI_STATUS_IGNORE);
    EXPECT(index == 1);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
    EXPECT(a == (rank + size - 1) % size && b == a && seen == 1);
    seen = 0;
}

// program pt_threads: Threads give results, are joined, detached, told apart.
// compile: -pthread
// SMPI's own: it has no threads
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

PROGRAM(pt_threads) {
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
