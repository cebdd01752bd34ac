// Races of r-forms at their target: their requests, flushes, and calls that order other ranks.
#include "tests/mpi/races/race.h"

// race target/rput-fence-of-another: A fence of another window orders the ranks. It does not complete a put.
// synchronisation: fence, request
// ranks: 3
// rule: MM-PAIR-1
// mended: flush before the fence.
RACE(rput_fence_of_another) {
    begin_with_window();
    MPI_Win other;
    int got = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win_create(beside, sizeof(beside), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, other);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&rank, 1, MPI_INT, 0, 5, 1, MPI_INT, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Win_fence(0, other);
    if (rank == 2) MPI_Rget(&got, 1, MPI_INT, 0, 5, 1, MPI_INT, win, &request);  // race: second
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&other);
    end_with_window();
}

// race target/rget-own-store: A rank gets from itself, and stores before the request is complete.
// synchronisation: exclusive lock, request
// ranks: 1
// rule: MM-PAIR-2
// mended: MPI_Wait comes before.
RACE(rget_own_store) {
    begin_with_window();
    int got = 0;
    MPI_Request request;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Rget(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win, &request);  // race: first
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    window[1] = 3;  // race: second
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Win_unlock(0, win);
    end_with_window();
}

// race target/raccumulate-rput: A rank adds and then puts, with a local flush between.
// synchronisation: flush_local, request
// ranks: 2
// rule: MM-PAIR-1
// mended: MPI_Win_flush.
RACE(raccumulate_rput) {
    begin_with_window();
    if (rank == 1) {
        int one = 1, ten = 10;
        MPI_Request requests[2];
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Raccumulate(&one, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win, &requests[0]);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        MPI_Rput(&ten, 1, MPI_INT, 0, 2, 1, MPI_INT, win, &requests[1]);  // race: second
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race target/rget_accumulate-load: A message follows the request, and the owner loads while the lock is held.
// synchronisation: exclusive lock, request
// ranks: 2
// rule: MM-PAIR-2
// mended: it locks.
RACE(rget_accumulate_load) {
    begin_with_window();
    if (rank == 1) {
        int old = 0;
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Rget_accumulate(&rank, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win,  // race: first
                            &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        tell(0);
        MPI_Win_unlock(0, win);
    } else {
        hear(1);
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        use(window[0]);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_with_window();
}

// race target/no_op-request: MPI_NO_OP only reads: its request is all that a message need wait for.
// synchronisation: request and message
// ranks: 3
// rule: MM-PAIR-1
// mended: it waits for it.
RACE(no_op_request) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        int found = 0;
        MPI_Request request;
        MPI_Rget_accumulate(NULL, 0, MPI_INT, &found, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win,  // race: first
                            &request);
        WRONG(tell(2);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(tell(2);)
    }
    if (rank == 2) {
        hear(1);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/raccumulate-two-types: The same sum on one element, as int and as unsigned.
// synchronisation: lock, request
// ranks: 3
// rule: MM-ACC-1
// mended: exclusive locks.
RACE(raccumulate_two_types) {
    begin_with_window();
    if (rank > 0) {
        int old = 0;
        MPI_Request request;
        MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, win);
        if (rank == 1) MPI_Raccumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request);  // race: first
        else
            MPI_Rget_accumulate(&rank, 1, MPI_UNSIGNED, &old, 1, MPI_UNSIGNED, 0, 0, 1, MPI_UNSIGNED,  // race: second
                                MPI_SUM, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race target/rget-accumulate: A rank adds to what it gets. A local flush completes a get, although its request is
// waited for later.
// synchronisation: flush_local, request
// ranks: 2
// rule: MM-PAIR-1
// mended: MPI_Win_flush_local_all comes between.
RACE(rget_accumulate) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        int got = 0;
        MPI_Request request;
        MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);  // race: first
        RIGHT(MPI_Win_flush_local_all(win);)
        MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/rput-sync-load: MPI_Win_sync completes nothing, and a request of a put only frees the buffer.
// synchronisation: request and MPI_Win_sync
// ranks: 1
// rule: MM-PAIR-2
// mended: flush before MPI_Win_sync.
RACE(rput_sync_load) {
    begin_with_window();
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    MPI_Rput(&size, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);  // race: first
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RIGHT(MPI_Win_flush(0, win);)
    MPI_Win_sync(win);
    use(window[0]);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/rget-bcast: A broadcast orders another rank before the request is complete.
// synchronisation: request and collective call
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Wait comes before.
RACE(rget_bcast) {
    begin_with_window();
    int got = 0, word = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Rget(&got, 1, MPI_INT, 0, 7, 1, MPI_INT, win, &request);  // race: first
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Bcast(&word, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (rank == 2) MPI_Put(&word, 1, MPI_INT, 0, 7, 1, MPI_INT, win);  // race: second
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/raccumulate-barrier: Requests and a barrier, and then another rank gets the sum.
// synchronisation: shared lock, request and barrier
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Win_unlock before the barrier.
RACE(raccumulate_barrier) {
    begin_with_window();
    int got = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank > 0) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rank == 1) MPI_Raccumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAX, win, &request);  // race: first
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    RIGHT(if (rank == 1) MPI_Win_unlock(0, win);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);  // race: second
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank WRONG(> 0) RIGHT(== 2)) MPI_Win_unlock(0, win);
    end_with_window();
}

// race target/rget-recv: The owner receives a message into bytes that another rank gets.
// synchronisation: exclusive lock, request and message
// ranks: 2
// rule: MM-PAIR-2
// mended: the message is sent when the request is complete.
RACE(rget_recv) {
    begin_with_window();
    int data[2] = {1, 2}, got[2];
    if (rank == 1) {
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Rget(got, 2, MPI_INT, 0, 0, 2, MPI_INT, win, &request);  // race: first
        WRONG(MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);)
        MPI_Win_unlock(0, win);
    } else {
        MPI_Recv(window, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: second
    }
    end_with_window();
}
