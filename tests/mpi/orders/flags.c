// A flag of C11's atomics, and ways to wait for it.
#include "tests/mpi/orders/order.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int flag;

static void* put(void* none) {
    put_source();
    atomic_store_explicit(&flag, 1, memory_order_release);
    return none;
}

static int is_set(void) { return atomic_load_explicit(&flag, memory_order_acquire); }

static void wait_for_flag(void) {
    int some, one = 1;
    switch (how) {
        case 0:
            while (!is_set()) continue;
            break;
        case 1:
            while (!is_set()) sched_yield();
            break;
        case 2:
            while (!is_set()) usleep(10);
            break;
        case 3:
            while (!is_set()) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &some, MPI_STATUS_IGNORE);
            break;
        case 4:
            sleep(1);
            if (!is_set()) abort();
            break;
        case 5:
            sleep(1);
            if (!atomic_fetch_add(&flag, 1)) abort();
            break;
        case 6:
            while (!atomic_load(&flag)) sched_yield();
            break;
        case 7:
            while (!atomic_compare_exchange_weak(&flag, &one, 2)) one = 1;
            break;
        case 8:
            while (!atomic_exchange_explicit(&flag, 0, memory_order_acquire)) usleep(1);
            break;
        case 9:
            while (!__sync_bool_compare_and_swap((int*)&flag, 1, 3)) usleep(1);
            break;
        default: abort();
    }
}

static void run(void) {
    pthread_t thread;
    atomic_store_explicit(&flag, 0, memory_order_relaxed);
    pthread_create(&thread, NULL, put, NULL);
    wait_for_flag();
    source[0] = 6;
    pthread_join(thread, NULL);
}

int main(int argc, char** argv) { run_each(argc, argv, run); }
