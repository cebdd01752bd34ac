// Races of threads with fetching operations, r-forms and windows.
#include "tests/mpi/races/race.h"

#include <omp.h>
#include <pthread.h>
#include <unistd.h>

// race threads/accumulate-two-operations: Two threads add to and multiply one element. Accumulates of one rank are
// ordered only if their calls are.
// synchronisation: lock_all, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-ACC-1
// mended: the second thread is made when the first has called.
static void* accumulate_two_operations_multiply(void* argument) {
    int two = 2;
    MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
    MPI_Win_flush(1, win);
    return argument;
}

RACE(accumulate_two_operations) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        int one = 1;
        WRONG(pthread_create(&thread, NULL, accumulate_two_operations_multiply, NULL);)
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(pthread_create(&thread, NULL, accumulate_two_operations_multiply, NULL);)
        pthread_join(thread, NULL);
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/rget-waited: One thread starts a get and loads the result, another one waits for the request.
// synchronisation: exclusive lock, request, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: the first thread has joined the other one before it loads.
static MPI_Request rget_waited_request;
static int rget_waited_data;
static void* rget_waited_wait(void* argument) {
    MPI_Wait(&rget_waited_request, MPI_STATUS_IGNORE);
    return argument;
}

RACE(rget_waited) {
    begin_with_window();
    if (rank == 0) {
        pthread_t thread;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rget(&rget_waited_data, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &rget_waited_request);  // race: first
        pthread_create(&thread, NULL, rget_waited_wait, NULL);
        RIGHT(pthread_join(thread, NULL);)
        WRONG(usleep(1000);)
        use(rget_waited_data);  // race: second
        WRONG(pthread_join(thread, NULL);)
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race threads/owner-resets: The owner's threads: one has a message that a sum is complete, another one stores.
// synchronisation: lock_all, message, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-PAIR-2
// mended: the thread that has the message makes the one that stores.
static void* owner_resets_reset(void* argument) {
    MPI_Win_sync(win);
    window[2] = 0;  // race: second
    return argument;
}

RACE(owner_resets) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        WRONG(pthread_create(&thread, NULL, owner_resets_reset, NULL);)
        hear(1);
        RIGHT(pthread_create(&thread, NULL, owner_resets_reset, NULL);)
        pthread_join(thread, NULL);
    } else {
        int old = 0;
        MPI_Fetch_and_op(&rank, &old, MPI_INT, 0, 2, MPI_SUM, win);  // race: first
        MPI_Win_flush(0, win);
        tell(0);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/detach-by-a-thread: A thread detaches memory. Another one has the message that a put is complete.
// synchronisation: lock_all, message, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-ATT-1
// mended: the thread that has the message makes the one that detaches.
static void* detach_by_a_thread_it(void* argument) {
    usleep(1000);
    MPI_Win_detach(win, window);  // race: second
    return argument;
}

RACE(detach_by_a_thread) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) MPI_Win_attach(win, window, sizeof(window));
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        WRONG(pthread_create(&thread, NULL, detach_by_a_thread_it, NULL);)
        hear(1);
        RIGHT(pthread_create(&thread, NULL, detach_by_a_thread_it, NULL);)
        pthread_join(thread, NULL);
    } else {
        MPI_Put(&rank, 1, MPI_INT, 0, base, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        tell(0);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race threads/memcpy-result: A thread copies the result of a fetching operation, which the other one has only called.
// synchronisation: shared lock, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// mended: it is made behind MPI_Win_flush_local.
static int memcpy_result_old[2], memcpy_result_copy[2];
static void* memcpy_result_copy_it(void* argument) {
    memcpy(memcpy_result_copy, memcpy_result_old, sizeof(memcpy_result_old));  // race: second
    return argument;
}

RACE(memcpy_result) {
    begin_with_window();
    if (rank == 0) {
        const int add[2] = {1, 2};
        pthread_t thread;
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get_accumulate(add, 2, MPI_INT, memcpy_result_old, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM,  // race: first
                           win);
        RIGHT(MPI_Win_flush_local(1, win);)
        pthread_create(&thread, NULL, memcpy_result_copy_it, NULL);
        pthread_join(thread, NULL);
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race threads/operand: A mutex guards the operand of a swap, not the swap.
// synchronisation: exclusive lock, POSIX threads
// ranks: 2
// compiler: -pthread
// rule: MM-BUF-1
// access: first origin buffer
// mended: the swap is complete before the mutex is unlocked.
static pthread_mutex_t operand_mutex = PTHREAD_MUTEX_INITIALIZER;
static int operand_new = 1, operand_called;
static void* operand_swap(void* argument) {
    int zero = 0, found = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    pthread_mutex_lock(&operand_mutex);
    MPI_Compare_and_swap(&operand_new, &zero, &found, MPI_INT, 1, 0, win);  // race: first
    RIGHT(MPI_Win_flush(1, win);)
    operand_called = 1;
    pthread_mutex_unlock(&operand_mutex);
    MPI_Win_unlock(1, win);
    return argument;
}

RACE(operand) {
    begin_with_window();
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, operand_swap, NULL);
        for (int done = 0; !done;) {
            pthread_mutex_lock(&operand_mutex);
            done = operand_called;
            if (done) operand_new = 2;  // race: second
            pthread_mutex_unlock(&operand_mutex);
        }
        pthread_join(thread, NULL);
    }
    end_with_window();
}

// race threads/omp-get_accumulate: Iterations of a parallel loop have one result.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: each has its own.
RACE(omp_get_accumulate) {
    begin_with_window();
    int one = 1, old[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 2; ++i) {
            MPI_Get_accumulate(&one, 1, MPI_INT, old + WRONG(0) RIGHT(i), 1, MPI_INT, 1, i, 1, MPI_INT,  // race: both
                               MPI_SUM, win);
            MPI_Win_flush(1, win);
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-rput: One thread of several waits for all requests, and another one does not wait for it.
// synchronisation: lock_all, request, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the barrier of `single` makes it wait.
static MPI_Request omp_rput_requests[2];
static int omp_rput_data[2] = {1, 2};

RACE(omp_rput) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            const int me = omp_get_thread_num();
            MPI_Rput(&omp_rput_data[me], 1, MPI_INT, 1, me, 1, MPI_INT, win, &omp_rput_requests[me]);  // race: first
#pragma omp barrier
            if (me == 0) MPI_Waitall(2, omp_rput_requests, MPI_STATUSES_IGNORE);
            RIGHT(_Pragma("omp barrier"))
            if (me == 1) omp_rput_data[1] = 5;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-swap-atomic: An atomic operation of OpenMP on the value that a swap compares with.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// access: first origin buffer
// mended: on another value.
RACE(omp_swap_atomic) {
    begin_with_window();
    int one = 1, expected[2] = {0}, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0)
                MPI_Compare_and_swap(&one, &expected[0], &found, MPI_INT, 1, 0, win);  // race: first
#pragma omp barrier
#pragma omp atomic
            expected[WRONG(0) RIGHT(1)] += 1;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-accumulate-fence: A thread changes the source of an accumulate in the epoch of a fence.
// synchronisation: fence, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the fence of the other thread, and a barrier of the threads lie between.
RACE(omp_accumulate_fence) {
    begin_with_window();
    int data = 1;
    MPI_Win_fence(0, win);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            MPI_Accumulate(&data, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
            RIGHT(MPI_Win_fence(0, win);)
        }
#pragma omp barrier
        if (omp_get_thread_num() == 1) data = 3;  // race: second
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race threads/omp-recv: One thread receives a message into the source of an accumulate of the other one.
// synchronisation: lock_all, message, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the other one has completed it.
RACE(omp_recv) {
    begin_with_window();
    int data = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Accumulate(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
                RIGHT(MPI_Win_flush_local(1, win);)
            }
#pragma omp barrier
            if (omp_get_thread_num() == 1)
                MPI_Recv(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: second
        }
    } else {
        MPI_Send(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-window-memset: A thread clears the window while another rank gets from it.
// synchronisation: lock_all, message, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-2
// mended: the threads meet behind the message that the get is complete.
RACE(omp_window_memset) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) hear(1);
            RIGHT(_Pragma("omp barrier"))
            if (omp_get_thread_num() == 1) memset(window, 0, 2 * sizeof(int));  // race: second
        }
    } else {
        int got[2];
        MPI_Get(got, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush_local(0, win);
        tell(0);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
