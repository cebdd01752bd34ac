// OpenMP: critical sections, nested regions, variables of threads, and their calls of MPI.
#include "tests/mpi/programs/check.h"

#include <omp.h>
#include <sched.h>

// program omp_collective: One thread is in a collective call while the others lock windows; R-forms and messages mixed.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_collective) {
    int counter = 0, sum = 0, late = rank == 0;
    MPI_Win win = window_over(&counter, sizeof(counter), sizeof(int));
#pragma omp parallel num_threads(3)
    {
        const int one = 1;
        int was = -1;
        MPI_Request request;
        if (omp_get_thread_num() == 0) {
            if (late) {
                MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
            MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
        if (omp_get_thread_num() == 1) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            MPI_Rget_accumulate(&one, 1, MPI_INT, &was, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            EXPECT(was >= 0 && was < size);
            MPI_Win_unlock(0, win);
            if (rank == size - 1) MPI_Send(NULL, 0, MPI_INT, 0, 5, MPI_COMM_WORLD);
        }
    }
    EXPECT(sum == size);
    MPI_Win_free(&win);
    EXPECT(rank != 0 || counter == size);
}

// program omp_critical: Critical sections, atomic operations and locks: no update is lost, though threads switch
// inside.
// compile: -fopenmp
// SMPI's own: it has no threads
struct wide {
    long double a, b;
};

PROGRAM(omp_critical) {
    int plain = 0, named = 0, atomic = 0, locked = 0, nested = 0, refused = 0;
    long double wide = 0;
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 5; ++i) {
        int before;
#pragma omp critical
        {
            before = plain;
            sched_yield();
            plain = before + 1;
        }
#pragma omp critical(other)
        {
            before = named;
            sched_yield();
            named = before + 1;
        }
#pragma omp atomic
        ++atomic;
#pragma omp atomic
        wide += 0.5L;
        omp_set_lock(&lock);
        before = locked;
        sched_yield();
        locked = before + 1;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        ++nested;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        while (!omp_test_lock(&lock)) {
#pragma omp atomic
            ++refused;
        }
        sched_yield();
        omp_unset_lock(&lock);
    }
    EXPECT(plain == 20 && named == 20 && atomic == 20 && locked == 20 && nested == 20 && wide == 10);
    EXPECT(refused > 0);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    EXPECT(rank < size);
}

// program omp_messages: Each thread exchanges messages with the thread of its number at other ranks: all block at once.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_messages) {
    int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
        const int tag = omp_get_thread_num(), next = (rank + 1) % size, last = (rank + size - 1) % size;
        int sent = 10 * rank + tag, got = -1, probed = -1;
        MPI_Status status;
        if (rank % 2 == 0) {
            MPI_Ssend(&sent, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
            MPI_Recv(&got, 1, MPI_INT, last, tag, MPI_COMM_WORLD, &status);
        } else {
            MPI_Probe(last, tag, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &probed);
            MPI_Recv(&got, 1, MPI_INT, last, tag, MPI_COMM_WORLD, &status);
            MPI_Send(&sent, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
            EXPECT(probed == 1);
        }
        EXPECT(got == 10 * last + tag && status.MPI_TAG == tag && status.MPI_SOURCE == last);
        MPI_Sendrecv(&sent, 1, MPI_INT, last, 10 + tag, &got, 1, MPI_INT, next, 10 + tag, MPI_COMM_WORLD, &status);
        EXPECT(got == 10 * next + tag);
        MPI_Request both[2];
        MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 20 + tag, MPI_COMM_WORLD, both);
        MPI_Isend(&sent, 1, MPI_INT, next, 20 + tag, MPI_COMM_WORLD, both + 1);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        sum += got;
    }
    EXPECT(sum == 3 * 10 * ((rank + size - 1) % size) + 3);
}

// program omp_nested: Numbers of threads, levels, regions within regions, the clauses if and num_threads.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_nested) {
    int threads = 0, inner = 0, wrong = 0;
    EXPECT(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && !omp_in_parallel() && omp_get_level() == 0);
    omp_set_num_threads(3);
    EXPECT(omp_get_max_threads() == 3);
#pragma omp parallel reduction(+ : threads, inner)
    {
        threads += omp_in_parallel() && omp_get_num_threads() == 3;
#pragma omp parallel num_threads(2) reduction(+ : inner)
        inner += omp_get_num_threads() == 1 && omp_get_level() == 2 && omp_get_active_level() == 1;
    }
    EXPECT(threads == 3 && inner == 3);
    omp_set_max_active_levels(2);
    inner = 0;
#pragma omp parallel num_threads(2) reduction(+ : inner, wrong)
    {
        const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3) reduction(+ : inner, wrong)
        {
            inner += omp_get_thread_num();
            wrong += omp_get_ancestor_thread_num(1) != outer || omp_get_team_size(1) != 2 || omp_get_team_size(2) != 3;
#pragma omp barrier
        }
    }
    EXPECT(inner == 6 && wrong == 0);
    omp_set_max_active_levels(1);
#pragma omp parallel if (rank > size)
    EXPECT(omp_get_num_threads() == 1);
    const double began = omp_get_wtime();
    EXPECT(omp_get_wtime() >= began && omp_get_wtime() < 1);
}

// program omp_put: Threads put side by side, one flushes while others put; all data are there.
// compile: -fopenmp
// SMPI's own: it has no threads
PROGRAM(omp_put) {
    enum { threads = 4, rounds = 5 };
    int memory[threads * rounds];
    for (int i = 0; i < threads * rounds; ++i) memory[i] = -1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    const int next = (rank + 1) % size;
    MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(threads)
    {
        const int mine = omp_get_thread_num();
        int values[rounds];
        for (int i = 0; i < rounds; ++i) {
            const int at = mine * rounds + i;
            values[i] = 1000 * rank + at;
            MPI_Put(values + i, 1, MPI_INT, next, at, 1, MPI_INT, win);
            if (mine == 0 || i == rounds - 1) MPI_Win_flush(next, win);
        }
    }
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int i = 0; i < threads * rounds; ++i) EXPECT(memory[i] == 1000 * ((rank + size - 1) % size) + i);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program omp_threadprivate: Each thread has its threadprivate variables, from one region to the next.
// compile: -fopenmp
// SMPI's own: it has no threads
static int mine = 7;
static int counted;
static _Thread_local int local = 3;
#pragma omp threadprivate(mine, counted)

PROGRAM(omp_threadprivate) {
    int wrong = 0;
    mine = 100 + rank;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
        const int number = omp_get_thread_num();
        wrong += mine != (number == 0 ? 100 + rank : 7);
        wrong += local != 3;
        local = number;
#pragma omp barrier
        wrong += local != number;
        mine = 10 * number;
        counted = number;
    }
    EXPECT(wrong == 0);
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    { wrong += mine != 10 * omp_get_thread_num() || counted != omp_get_thread_num(); }
    mine = 55;
#pragma omp parallel num_threads(4) copyin(mine) reduction(+ : wrong)
    wrong += mine != 55;
    EXPECT(wrong == 0 && local == 0 && size == 4);
    local = 3;
}
