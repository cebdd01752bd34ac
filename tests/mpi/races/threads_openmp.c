// Races of OpenMP threads that share work: loops, sections, tasks.
#include "tests/mpi/races/race.h"

#include <omp.h>
#include <unistd.h>

// race threads/early-store: One thread stores to what another one puts from. In this run each store comes before its
// put, but nothing makes it.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the threads meet in between.
static int early_store_data[2];

RACE(early_store) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < 2 && rank == 0; ++round) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 1) early_store_data[0] = round;  // race: first
            WRONG(if (omp_get_thread_num() == 0) usleep(1000);)
            RIGHT(_Pragma("omp barrier"))
            if (omp_get_thread_num() == 0) {
                MPI_Put(early_store_data, 2, MPI_INT, 1, 2 * round, 2, MPI_INT, win);  // race: second
                MPI_Win_flush(1, win);
            }
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/freed-by-a-thread: A thread has what another one puts from, and stores to it.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: it gets that memory for its own when it is free; malloc orders them.
enum { bytes = 50000 };
static int* shared;

RACE(freed_by_a_thread) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num() == 0) {
            shared = malloc(bytes);
            MPI_Put(shared, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
            MPI_Win_flush(1, win);
            RIGHT(free(shared);)
        } else {
            usleep(1000);
            int* const mine = WRONG(shared) RIGHT(malloc(bytes));
            mine[0] = 9;  // race: second
            keep(mine);
            RIGHT(free(mine);)
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/late-store: Another thread stores to the source of a put. In this run that is long over by then, but
// nothing has made it so.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the threads meet in between.
static int late_store_data[2] = {1, 2};

RACE(late_store) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Put(late_store_data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                MPI_Win_flush(1, win);
            }
            WRONG(if (omp_get_thread_num() == 1) usleep(1000);)
            RIGHT(_Pragma("omp barrier"))
            if (omp_get_thread_num() == 1) late_store_data[0] = 9;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-depend: A task puts what the task before has stored; the one behind stores again.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: the put is locally complete before its task ends.
RACE(omp_depend) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#pragma omp task shared(data) depend(out : data)
            data[0] = 1;
#pragma omp task shared(data) depend(inout : data)
            {
                MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush_local(1, win);)
            }
#pragma omp task shared(data) depend(inout : data)
            data[0] = 2;  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    keep(data);
    end_with_window();
}

// race threads/omp-for-puts: Iterations of a parallel loop put to one place.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-1
// mended: each to its own.
RACE(omp_for_puts) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 4; ++i) {
            MPI_Put(&data[i], 1, MPI_INT, 1, WRONG(i / 4) RIGHT(i), 1, MPI_INT, win);  // race: both
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-for: Threads of a parallel loop read what a get brings.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// access: second load
// mended: the get is complete before the loop.
RACE(omp_for) {
    begin_with_window();
    int data[8] = {0}, twice[8];
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 8, MPI_INT, 1, 0, 8, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 8; ++i) {
            twice[i] = 2 * data[i];  // race: second
        }
        keep(twice);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-master: What the master thread gets is not there behind the barrier, unless it was completed.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: MPI_Win_flush before the barrier.
RACE(omp_master) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
#pragma omp master
            {
                MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush(1, win);)
            }
#pragma omp barrier
            if (omp_get_thread_num() == 1) use(data[0]);  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-ordered: An ordered loop orders its puts, but completes none.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-PAIR-1
// mended: each is complete before the next.
RACE(omp_ordered) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel for ordered num_threads(2)
        for (int i = 0; i < 4; ++i) {
#pragma omp ordered
            {
                MPI_Put(&data[i], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: both
                RIGHT(MPI_Win_flush(1, win);)
            }
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-sections: One section gets into a buffer that another one sends.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: each has its buffer.
RACE(omp_sections) {
    begin_with_window();
    int data[2] = {1, 2}, other[2] = {3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
            {
                MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                MPI_Win_flush(1, win);
            }
#pragma omp section
            {
                MPI_Send(WRONG(data) RIGHT(other), 2, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
            }
        }
    } else {
        MPI_Recv(other, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-single: One thread gets for all: the barrier behind it does not complete that.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: MPI_Win_flush before the barrier.
RACE(omp_single) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            {
                MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush(1, win);)
            }
            use(data[1]);  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race threads/omp-task: A task gets data; who has made the task waits for it and reads them.
// synchronisation: lock_all, OpenMP
// ranks: 2
// compiler: -fopenmp
// rule: MM-BUF-1
// mended: it has completed the get.
RACE(omp_task) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#pragma omp task shared(data)
            {
                MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
                RIGHT(MPI_Win_flush(1, win);)
            }
#pragma omp taskwait
            use(data[0]);  // race: second
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
