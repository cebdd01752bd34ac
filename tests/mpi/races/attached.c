// Races in memory that is attached to a dynamic window.
#include "tests/mpi/races/attached.h"

// race attached/attached-get-store: The owner stores to bytes that another rank gets.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: a fence lies between.
RACE(attached_get_store) {
    begin_attached();
    int got = 0;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Get(&got, 1, MPI_INT, 0, cell(2), 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) window[2] = 5;  // race: second
    MPI_Win_fence(0, win);
    end_attached();
}

// race attached/attached-sum-load: The owner loads a sum of another rank before its own MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// mended: behind it.
RACE(attached_sum_load) {
    begin_attached();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Accumulate(&size, 1, MPI_INT, 0, cell(0), 1, MPI_INT, MPI_SUM, win);  // race: first
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        RIGHT(MPI_Win_wait(win);)
        use(window[0]);  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    end_attached();
}

// race attached/get_accumulate-put: One rank fetches and adds, another one puts. Shared locks let both in.
// synchronisation: lock
// ranks: 3
// rule: MM-PAIR-1
// mended: exclusive locks.
RACE(get_accumulate_put) {
    begin_attached();
    int one = 1, old = 0;
    if (rank > 0) MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, win);
    if (rank == 1)
        MPI_Get_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, 0, cell(3), 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 2) MPI_Put(&one, 1, MPI_INT, 0, cell(3), 1, MPI_INT, win);                             // race: second
    if (rank > 0) MPI_Win_unlock(0, win);
    end_attached();
}

// race attached/attached-fetch-store: A fetched value is there when MPI_Win_flush_local returns. The sum need not be.
// synchronisation: flush and message
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Win_flush.
RACE(attached_fetch_store) {
    begin_attached();
    int one = 1, old = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Fetch_and_op(&one, &old, MPI_INT, 0, cell(0), MPI_SUM, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        RIGHT(MPI_Win_sync(win);)
        window[0] = 0;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_attached();
}

// race attached/attached-swap-load: A barrier shows that a call has returned, not that the operation is complete.
// synchronisation: flush and barrier
// ranks: 2
// rule: MM-PAIR-2
// mended: flush before the barrier, and MPI_Win_sync for the separate model.
RACE(attached_swap_load) {
    begin_attached();
    int one = 1, zero = 0, old = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, cell(0), win);  // race: first
    RIGHT(MPI_Win_flush_all(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) use(window[0]);  // race: second
    MPI_Win_unlock_all(win);
    end_attached();
}

// race attached/rput-detach: The request of a put is complete when the buffer is free. The target may detach later.
// synchronisation: request and message
// ranks: 2
// rule: MM-ATT-1
// mended: flush before the message.
RACE(rput_detach) {
    begin_attached();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request request;
        MPI_Rput(&rank, 1, MPI_INT, 0, cell(4), 1, MPI_INT, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        MPI_Win_detach(win, window);  // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_attach(win, window, sizeof(window));
    end_attached();
}

// race attached/rget-attach: The address is sent before the memory is attached.
// synchronisation: message
// ranks: 2
// rule: MM-ATT-1
// mended: behind MPI_Win_attach.
RACE(rget_attach) {
    begin_attached();
    MPI_Aint at;
    if (rank == 0) {
        MPI_Get_address(beside, &at);
        WRONG(MPI_Send(&at, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD);)
        MPI_Win_attach(win, beside, sizeof(beside));  // race: second
        RIGHT(MPI_Send(&at, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD);)
    } else {
        int got = 0;
        MPI_Request request;
        MPI_Recv(&at, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Rget(&got, 1, MPI_INT, 0, at, 1, MPI_INT, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_detach(win, beside);
    end_attached();
}

// race attached/raccumulate-load: A message follows the request, and the owner loads while the lock is held.
// synchronisation: exclusive lock, request and message
// ranks: 2
// rule: MM-PAIR-2
// mended: it locks.
RACE(raccumulate_load) {
    begin_attached();
    if (rank == 1) {
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Raccumulate(&rank, 1, MPI_INT, 0, cell(1), 1, MPI_INT, MPI_SUM, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        tell(0);
        MPI_Win_unlock(0, win);
    } else {
        hear(1);
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        use(window[1]);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_attached();
}

// race attached/rget_accumulate-two-operations: Two ranks fetch and change an element, by two operations.
// synchronisation: shared lock
// ranks: 3
// rule: MM-ACC-1
// mended: by the same.
RACE(rget_accumulate_two_operations) {
    begin_attached();
    if (rank > 0) {
        const MPI_Op operation = rank == 1 ? MPI_SUM : WRONG(MPI_MAX) RIGHT(MPI_SUM);
        int old = 0;
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Rget_accumulate(&rank, 1, MPI_INT, &old, 1, MPI_INT, 0, cell(0), 1, MPI_INT, operation, win,  // race: both
                            &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, win);
    }
    end_attached();
}

// race attached/put-fetch_add: An atomic operation of the language beside a put.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: a fence lies between.
RACE(put_fetch_add) {
    begin_attached();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, cell(1), 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) __atomic_fetch_add(&window[1], 1, __ATOMIC_SEQ_CST);  // race: second
    MPI_Win_fence(0, win);
    end_attached();
}

// race attached/put-memset: The owner clears its memory without a lock.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-2
// mended: it locks.
RACE(put_memset) {
    begin_attached();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, cell(6), 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        memset(window + 4, 0, 4 * sizeof(int));  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_attached();
}

// race attached/get-recv: The owner receives a message of the rank that gets, into the bytes of the get.
// synchronisation: message
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Win_flush_local before the message.
RACE(get_recv) {
    begin_attached();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        int got[2];
        MPI_Get(got, 2, MPI_INT, 0, cell(1), 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(0, win);)
        MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Win_flush_local(0, win);
    } else {
        MPI_Recv(window, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_attached();
}

// race attached/attached-sum-bcast: A broadcast overwrites a sum of its root.
// synchronisation: flush and collective call
// ranks: 2
// rule: MM-PAIR-2
// mended: flush before it, and MPI_Win_sync for the separate model.
RACE(attached_sum_bcast) {
    begin_attached();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Accumulate(&rank, 1, MPI_INT, 0, cell(0), 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        RIGHT(MPI_Win_sync(win);)
    }
    MPI_Bcast(rank == 0 ? window : beside, 2, MPI_INT, 1, MPI_COMM_WORLD);  // race: second
    MPI_Win_unlock_all(win);
    end_attached();
}

// race attached/put-detach-exposed: A message behind MPI_Win_complete, and memory that is detached before MPI_Win_wait.
// synchronisation: PSCW and message
// ranks: 2
// rule: MM-ATT-1
// mended: behind it.
RACE(put_detach_exposed) {
    begin_attached();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, cell(15), 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
        tell(0);
    } else {
        MPI_Win_post(other, 0, win);
        hear(1);
        RIGHT(MPI_Win_wait(win);)
        MPI_Win_detach(win, window);  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_attach(win, window, sizeof(window));
    end_attached();
}

// race attached/accumulate-own: A rank adds to its own memory, and loads it behind MPI_Win_flush_local.
// synchronisation: flush
// ranks: 1
// rule: MM-PAIR-2
// mended: MPI_Win_flush, and MPI_Win_sync for the separate model.
RACE(accumulate_own) {
    begin_attached();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Accumulate(&size, 1, MPI_INT, 0, cell(0), 1, MPI_INT, MPI_SUM, win);  // race: first
    WRONG(MPI_Win_flush_local(0, win);)
    RIGHT(MPI_Win_flush(0, win); MPI_Win_sync(win);)
    use(window[0]);  // race: second
    MPI_Win_unlock(0, win);
    end_attached();
}

// race attached/get-reduce: A reduction brings its sum to memory that its root's partner gets.
// synchronisation: collective call
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Win_flush_all before the reduction.
RACE(get_reduce) {
    begin_attached();
    int got[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Get(got, 2, MPI_INT, 0, cell(0), 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_all(win);)
    MPI_Reduce(&rank, window, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);  // race: second
    MPI_Win_unlock_all(win);
    end_attached();
}
