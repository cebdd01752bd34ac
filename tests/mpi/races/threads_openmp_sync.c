// Races of OpenMP threads that wait for each other: barriers, locks, flushes.
#include "tests/mpi/races/race.h"

#include <omp.h>
#include <unistd.h>

// race threads/omp-accumulates: Accumulates of two threads with two operations: their calls are not ordered, so
// neither are they.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-ACC-1
// mended: a barrier orders the calls (MPI 3.1, 11.7.2).
RACE(omp_accumulates) {
    begin_with_window();
    int two = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            const int thread = omp_get_thread_num();
            if (thread == 0) MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
            RIGHT(_Pragma("omp barrier"))
            if (thread == 1) MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-atomic: An atomic operation of OpenMP is none of MPI's.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-2
// mended: it waits for the other rank.
RACE(omp_atomic) {
    begin_with_window();
    int one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) {
#pragma omp atomic
        window[0] += 1;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-barrier: A barrier of the threads orders what they have called, and completes no put.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// right scenario: threads/barrier
// mended: local completion before it.
RACE(omp_barrier) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush_local(1, win);)
            }
#pragma omp barrier
            if (omp_get_thread_num() == 1) data[1] = 5;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-critical: A critical section lets threads in one after the other, but does not complete what they
// put.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-1
// mended: each completes its put inside.
RACE(omp_critical) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
            {
                MPI_Put(&data[omp_get_thread_num()], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: both
                RIGHT(MPI_Win_flush(1, win);)
            }
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-flush: A flush of one thread completes what others have called before it, and nothing that they
// call behind it.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: a barrier orders the put before the flush of the other.
RACE(omp_flush) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            const int thread = omp_get_thread_num();
            WRONG(if (thread == 1) MPI_Win_flush(1, win);)
#pragma omp barrier
            if (thread == 0) MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
#pragma omp barrier
            if (thread == 1) {
                RIGHT(MPI_Win_flush(1, win);)
                data[0] = 7;  // race: second
            }
        }
    }
    MPI_Win_unlock_all(win);
    keep(data);
    end_with_window();
}

// race threads/omp-lock: A lock of OpenMP lets one thread after the other have a buffer, whose put goes on.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: it is locally complete before the lock is given back.
RACE(omp_lock) {
    begin_with_window();
    int data[2] = {1, 2};
    omp_lock_t lock;
    omp_init_lock(&lock);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            omp_set_lock(&lock);
            data[0] = omp_get_thread_num();                                           // race: second
            MPI_Put(data, 2, MPI_INT, 1, 2 * omp_get_thread_num(), 2, MPI_INT, win);  // race: first
            RIGHT(MPI_Win_flush_local(1, win);)
            omp_unset_lock(&lock);
        }
    }
    MPI_Win_unlock_all(win);
    omp_destroy_lock(&lock);
    end_with_window();
}

// race threads/omp-shared: Threads of two ranks of a node store to one cell of shared memory.
// synchronisation: lock_all, OpenMP
// ranks: 2
// options: --set platform.ranks_per_node=2
// compiler: -fopenmp
// rule: MM-SHM-3
// mended: each rank to its own cells.
RACE(omp_shared) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    int* const at = WRONG(first) RIGHT(mine);
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 4; ++i) {
        at[i] = rank;  // race: both
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race threads/omp-window: Threads of the owner read its window in an epoch in which another rank puts there.
// synchronisation: fence, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-2
// access: second load
// mended: behind the fence.
RACE(omp_window) {
    begin_with_window();
    int sum = 0;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) {
#pragma omp parallel for num_threads(2) reduction(+ : sum)
        for (int i = 0; i < 8; ++i) {
            sum += window[i];  // race: second
        }
    }
    MPI_Win_fence(0, win);
    use(sum);
    end_with_window();
}

// race threads/omp-barriers-again: Between two barriers one thread stores what another one puts. It arrives last at
// the first barrier and then first at the second.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the put follows the second barrier.
RACE(omp_barriers_again) {
    static int data[2] = {1, 2};
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 4, 2, MPI_INT, win);
        MPI_Win_flush(1, win);
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) usleep(1000);
#pragma omp barrier
            if (omp_get_thread_num() == 0) data[0] = 5;  // race: first
            RIGHT(_Pragma("omp barrier"))
            if (omp_get_thread_num() == 1) {
                MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
                MPI_Win_flush_local(1, win);
            }
            WRONG(_Pragma("omp barrier"))
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
