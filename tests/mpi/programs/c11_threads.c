// C11's threads, mutexes, conditions, thread-specific values.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <threads.h>

static mtx_t mutex;
static cnd_t condition;
static tss_t key;
static once_flag flag = ONCE_FLAG_INIT;
static int turn, calls, freed;
static thread_local int own = 1;

static void once(void) { ++calls; }
static void destroy(void* value) { freed += *(int*)value; }

static int take_turns(void* argument) {
    const int mine = *(int*)argument;
    call_once(&flag, once);
    tss_set(key, argument);
    for (int round = 0; round < 3; ++round) {
        mtx_lock(&mutex);
        while (turn % 3 != mine) cnd_wait(&condition, &mutex);
        ++turn;
        own += mine;
        cnd_broadcast(&condition);
        mtx_unlock(&mutex);
        thrd_yield();
    }
    if (mine == 2) thrd_exit(42);
    return own == 1 + 3 * mine && tss_get(key) == argument ? mine : -1;
}

void test(int rank, int size) {
    thrd_t threads[3];
    int numbers[3] = {0, 1, 2}, result = -2;
    EXPECT(mtx_init(&mutex, mtx_timed | mtx_recursive) == thrd_success && cnd_init(&condition) == thrd_success);
    tss_create(&key, destroy);
    for (int i = 0; i < 3; ++i) EXPECT(thrd_create(threads + i, take_turns, numbers + i) == thrd_success);
    for (int i = 0; i < 3; ++i) {
        EXPECT(thrd_join(threads[i], &result) == thrd_success && result == (i == 2 ? 42 : i));
    }
    EXPECT(turn == 9 && calls == 1 && freed == 3 && own == 1);
    struct timespec until;
    timespec_get(&until, TIME_UTC);
    ++until.tv_sec;
    mtx_lock(&mutex);
    EXPECT(cnd_timedwait(&condition, &mutex, &until) == thrd_timedout && mtx_trylock(&mutex) == thrd_success);
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
    tss_delete(key);
    turn = freed = 0;
    EXPECT(rank < size);
}
