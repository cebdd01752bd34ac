// Races of functions, messages and atomic operations with the buffers of operations.
#include "tests/mpi/races/race.h"

#include <stdio.h>

// race buffers/accumulate-exposed: The source of an accumulate is changed before MPI_Win_complete.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// mended: behind it.
RACE(accumulate_exposed) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Accumulate(data, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_complete(win);)
        data[0] = 4;  // race: second
        WRONG(MPI_Win_complete(win);)
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    keep(data);
    end_with_window();
}

// race buffers/accumulate-memset: memset clears the source of an accumulate before the fence.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// mended: behind it.
RACE(accumulate_memset) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Accumulate(data, 4, MPI_INT, 1, 0, 4, MPI_INT, MPI_SUM, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) memset(data, 0, sizeof(data));  // race: second
    MPI_Win_fence(0, win);
    keep(data);
    end_with_window();
}

// race buffers/accumulate-bcast: A broadcast brings the next summand before the last one is sent.
// synchronisation: exclusive lock and collective call
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_unlock lies between.
RACE(accumulate_bcast) {
    begin_with_window();
    int data = 1;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Accumulate(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_unlock(1, win);)
    }
    MPI_Bcast(&data, 1, MPI_INT, 1, MPI_COMM_WORLD);  // race: second
    WRONG(if (rank == 0) MPI_Win_unlock(1, win);)
    end_with_window();
}

// race buffers/raccumulate-store: MPI_Win_flush_local completes r-forms, too.
// synchronisation: flush_local, request
// ranks: 3
// rule: MM-BUF-1
// mended: the flush is of their target.
RACE(raccumulate_store) {
    begin_with_window();
    int data = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Raccumulate(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &request);  // race: first
        MPI_Win_flush_local(WRONG(2) RIGHT(1), win);
        data = 2;  // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    keep(&data);
    end_with_window();
}

// race buffers/raccumulate-snprintf: A text is written to the source of an r-form.
// synchronisation: shared lock, request
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait lies between.
RACE(raccumulate_snprintf) {
    begin_with_window();
    char text[8] = "abcd";
    if (rank == 0) {
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Raccumulate(text, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, MPI_REPLACE, win, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        snprintf(text, sizeof(text), "%d", size);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_unlock(1, win);
    }
    keep(text);
    end_with_window();
}

// race buffers/rput-barrier: A barrier of all frees no buffer; a request does.
// synchronisation: request and barrier
// ranks: 2
// rule: MM-BUF-1
// mended: the request is waited for before.
RACE(rput_barrier) {
    begin_with_window();
    int data = 1;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rput(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // race: first
    }
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Barrier(MPI_COMM_WORLD);
    data = 2;  // race: second
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Win_unlock(1, win);
    keep(&data);
    end_with_window();
}

// race buffers/rget-memcpy: memcpy copies the result buffer of an r-form.
// synchronisation: shared lock, request
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Testall says that it is there.
RACE(rget_memcpy) {
    begin_with_window();
    int got[2] = {0}, copy[2];
    if (rank == 0) {
        int done = 0;
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Rget(got, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);  // race: first
        RIGHT(while (!done) MPI_Testall(1, &request, &done, MPI_STATUSES_IGNORE);)
        memcpy(copy, got, sizeof(copy));  // race: second
        WRONG(while (!done) MPI_Testall(1, &request, &done, MPI_STATUSES_IGNORE);)
        MPI_Win_unlock(1, win);
        keep(copy);
    }
    end_with_window();
}

// race buffers/get-atomic-store: An atomic store to the result of a get.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush_local comes before.
RACE(get_atomic_store) {
    begin_with_window();
    int got = 0;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        __atomic_store_n(&got, 1, __ATOMIC_SEQ_CST);  // race: second
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/put-atomic-sum: An atomic sum in the source of a put. To read it atomically is right.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// mended: it is read.
RACE(put_atomic_sum) {
    begin_with_window();
    int data = 1;
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);      // race: first
        WRONG(__atomic_fetch_add(&data, 1, __ATOMIC_RELAXED);)  // race: second
        RIGHT(use(__atomic_load_n(&data, __ATOMIC_RELAXED));)
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race buffers/get-send-exposed: The result of a get is sent before MPI_Win_complete.
// synchronisation: PSCW and message
// ranks: 2
// rule: MM-BUF-1
// mended: behind it.
RACE(get_send_exposed) {
    begin_with_window();
    int got = 0;
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_complete(win);)
        MPI_Send(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
        WRONG(MPI_Win_complete(win);)
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race buffers/put-sendrecv_replace: MPI_Sendrecv_replace overwrites the source of a put, and may read it.
// synchronisation: shared lock and message
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush_local comes before.
RACE(put_sendrecv_replace) {
    begin_with_window();
    int data = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    if (rank == 0) MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(1 - rank, win);)
    MPI_Sendrecv_replace(&data, 1, MPI_INT, 1 - rank, 0, 1 - rank, 0,  // race: second
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock(1 - rank, win);
    end_with_window();
}

// race buffers/isend-barrier: A barrier behind MPI_Isend does not complete its request.
// synchronisation: request of a message, barrier
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before.
RACE(isend_barrier) {
    begin_with_window();
    int data = 1;
    MPI_Request request;
    if (rank == 0) {
        MPI_Isend(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
    } else {
        MPI_Irecv(beside, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    }
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Barrier(MPI_COMM_WORLD);
    data = 2;  // race: second
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    keep(&data);
    end_with_window();
}

// race buffers/ssend_init-store: The buffer of a persistent request is free until the request is started again.
// synchronisation: requests of messages
// ranks: 2
// rule: MM-BUF-1
// mended: the store comes before MPI_Start.
RACE(ssend_init_store) {
    begin_with_window();
    int data = 0;
    MPI_Request request;
    if (rank == 0) {
        MPI_Ssend_init(&data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 3; ++i) {
            WRONG(MPI_Start(&request);)  // race: first
            data = i;                    // race: second
            RIGHT(MPI_Start(&request);)
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
    } else {
        for (int i = 0; i < 3; ++i) MPI_Recv(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    keep(&data);
    end_with_window();
}

// race buffers/ibcast-put: The source of a put is the buffer of a broadcast that has only begun.
// synchronisation: request of a collective call
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before.
RACE(ibcast_put) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    MPI_Ibcast(data, 2, MPI_INT, 1, MPI_COMM_WORLD, &request);  // race: first
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    if (rank == 0) MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/compare_exchange-fails: A comparison that fails does not store to the source of a put.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// mended: it fails.
RACE(compare_exchange_fails) {
    begin_with_window();
    int data = 1, expected = WRONG(1) RIGHT(2);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);                                        // race: first
        __atomic_compare_exchange_n(&data, &expected, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);  // race: second
        MPI_Win_unlock(1, win);
    }
    use(expected);
    end_with_window();
}

// race buffers/rget-proc_null: An r-form with MPI_PROC_NULL has a request, and uses no buffer.
// synchronisation: request
// ranks: 2
// rule: MM-BUF-1
// mended: the target is MPI_PROC_NULL.
RACE(rget_proc_null) {
    begin_with_window();
    int got = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rget(&got, 1, MPI_INT, WRONG(1) RIGHT(MPI_PROC_NULL), 0, 1, MPI_INT, win, &request);  // race: first
        use(got);                                                                                 // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
