// Threads, from section 11.6 of MPI 4.1. All programs of this file have MPI_THREAD_MULTIPLE.
#include "tests/mpi/conformance/rules.h"

#include <pthread.h>

static void* is_main(void* flag) {
    MPI_Is_thread_main(flag);
    return NULL;
}

typedef struct {
    int tag, other, value;
} Exchange;

static void* exchange(void* argument) {
    Exchange* one = argument;
    MPI_Sendrecv(&one->tag, 1, MPI_INT, one->other, one->tag, &one->value, 1, MPI_INT, one->other, one->tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void* wait_for_message(void* value) {
    MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static MPI_Comm thread_comm;

static void* reduce(void* sum) {
    int one = 1;
    MPI_Allreduce(&one, sum, 1, MPI_INT, MPI_SUM, thread_comm);
    return NULL;
}

static MPI_Request thread_request;

static void* complete(void* argument) {
    (void)argument;
    MPI_Grequest_complete(thread_request);
    return NULL;
}

static int no_query(void* state, MPI_Status* status) {
    (void)state;
    PMPI_Status_set_elements(status, MPI_INT, 9);
    PMPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = 0;
    return MPI_SUCCESS;
}

static int no_free(void* state) { return state == NULL ? MPI_SUCCESS : MPI_ERR_OTHER; }

static int no_cancel(void* state, int is_complete) {
    return state == NULL && is_complete ? MPI_SUCCESS : MPI_ERR_OTHER;
}

typedef struct {
    MPI_Win win;
    int target;
} Target;

static void* add_to(void* argument) {
    const Target* to = argument;
    const int one = 1;
    for (int i = 0; i < 5; ++i) {
        MPI_Accumulate(&one, 1, MPI_INT, to->target, 0, 1, MPI_INT, MPI_SUM, to->win);
        MPI_Win_flush(to->target, to->win);
    }
    return NULL;
}

static void* take_any(void* sum) {
    for (int i = 0; i < 4; ++i) {
        int value = 0;
        MPI_Message message;
        MPI_Mprobe(MPI_ANY_SOURCE, 60, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        *(int*)sum += value;
    }
    return NULL;
}

typedef struct {
    MPI_Group group;
    int tag, sum;
} Creation;

static void* create_and_reduce(void* argument) {
    Creation* one = argument;
    MPI_Comm comm;
    MPI_Comm_create_group(MPI_COMM_WORLD, one->group, one->tag, &comm);
    MPI_Allreduce(&one->tag, &one->sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    return NULL;
}

// program threads_multiple: The level that is asked for is provided; other threads are not the main one (11.6.2).
// threads: several
PROGRAM(threads_multiple) {
    int level = -1, main_flag = 0, other_flag = 1;
    pthread_t thread;
    MPI_Query_thread(&level);
    CHECK(level == MPI_THREAD_MULTIPLE);
    MPI_Is_thread_main(&main_flag);
    IS(main_flag, 1);
    pthread_create(&thread, NULL, is_main, &other_flag);
    pthread_join(thread, NULL);
    IS(other_flag, 0);
}

// program threads_exchange: Threads of two ranks exchange messages by tags (11.6.1).
// threads: several
PROGRAM(threads_exchange) {
    Exchange all[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) {
        all[i] = (Exchange){i + 1, rank ^ 1, -1};
        pthread_create(&threads[i], NULL, exchange, &all[i]);
    }
    for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; ++i) IS(all[i].value, i + 1);
}

// program threads_wait: A thread that waits in a call does not stop the others of its process (11.6.1).
// threads: several
PROGRAM(threads_wait) {
    int value = -1, sum = -1;
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_message, &value);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(sum, 6);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 50, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    IS(value, left_of(rank, size));
}

// program threads_collective: Threads make collective calls at a time, each on its communicator (11.6.1, 6.14).
// threads: several
PROGRAM(threads_collective) {
    int own = -1, other = -1;
    pthread_t thread;
    PMPI_Comm_dup(MPI_COMM_WORLD, &thread_comm);
    pthread_create(&thread, NULL, reduce, &other);
    MPI_Allreduce(&rank, &own, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    IS(own, 6);
    IS(other, 4);
    PMPI_Comm_free(&thread_comm);
}

// program threads_complete: A thread completes the generalized request for which another one waits (13.2, 11.6.1).
// threads: several
PROGRAM(threads_complete) {
    int count = -1;
    pthread_t thread;
    MPI_Request request;
    MPI_Status status;
    MPI_Grequest_start(no_query, no_free, no_cancel, NULL, &request);
    thread_request = request;
    pthread_create(&thread, NULL, complete, NULL);
    MPI_Wait(&request, &status);
    pthread_join(thread, NULL);
    PMPI_Get_count(&status, MPI_INT, &count);
    IS(count, 9);
}

// program threads_window: Threads of one process use one epoch (12.7, 11.6.1).
// threads: several
PROGRAM(threads_window) {
    _Alignas(16) int memory = 0;
    pthread_t thread;
    MPI_Win win;
    PMPI_Win_create(&memory, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_lock_all(0, win);
    Target target = {win, right_of(rank, size)};
    pthread_create(&thread, NULL, add_to, &target);
    add_to(&target);
    pthread_join(thread, NULL);
    PMPI_Win_unlock_all(win);
    all_arrive();
    PMPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    IS(memory, 10);
    PMPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}

// program threads_probe: Matched probes of two threads find each message once (3.8.2, 11.6.1).
// threads: several
PROGRAM(threads_probe) {
    int sums[2] = {0, 0};
    pthread_t thread;
    for (int i = 0; i < 8; ++i) MPI_Send(&(int){1 << i}, 1, MPI_INT, right_of(rank, size), 60, MPI_COMM_WORLD);
    pthread_create(&thread, NULL, take_any, &sums[0]);
    take_any(&sums[1]);
    pthread_join(thread, NULL);
    IS(sums[0] + sums[1], 255);
}

// program threads_create: Threads create communicators of one group at a time, with different tags (7.4.2, 11.6.1).
// threads: several
PROGRAM(threads_create) {
    pthread_t thread;
    Creation all[2] = {{MPI_GROUP_NULL, 1, -1}, {MPI_GROUP_NULL, 2, -1}};
    PMPI_Comm_group(MPI_COMM_WORLD, &all[0].group);
    all[1].group = all[0].group;
    pthread_create(&thread, NULL, create_and_reduce, &all[rank % 2]);
    create_and_reduce(&all[1 - rank % 2]);
    pthread_join(thread, NULL);
    IS(all[0].sum, 4);
    IS(all[1].sum, 8);
    PMPI_Group_free(&all[0].group);
}
