// Races of fetching operations at their target.
#include "tests/mpi/races/race.h"

// race atomic/fetch-exposed: The owner loads an element that another rank fetches and adds to, before MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// mended: behind it.
RACE(fetch_exposed) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        int old = 0;
        MPI_Win_start(other, 0, win);
        MPI_Fetch_and_op(&rank, &old, MPI_INT, 0, 0, MPI_SUM, win);  // race: first
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        RIGHT(MPI_Win_wait(win);)
        use(window[0]);  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race atomic/swap-put: MPI_Compare_and_swap beside a put, which is never atomic.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: a fence lies between.
RACE(swap_put) {
    begin_with_window();
    int zero = 0, old = 0;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Compare_and_swap(&rank, &zero, &old, MPI_INT, 0, 4, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 4, 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/get_accumulate-get: A get beside a fetching operation that changes the element.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: that only reads, by MPI_NO_OP.
RACE(get_accumulate_get) {
    begin_with_window();
    int old = 0;
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Get_accumulate(&rank, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT,  // race: first
                           WRONG(MPI_BOR) RIGHT(MPI_NO_OP), win);
    if (rank == 2) MPI_Get(&old, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/swap-flush_local: MPI_Compare_and_swap is complete at its origin, and the owner loads.
// synchronisation: flush_local and barrier
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Win_flush, and MPI_Win_sync for the separate model.
RACE(swap_flush_local) {
    begin_with_window();
    int one = 1, zero = 0, old = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, 0, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) use(window[0]);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/fetch_and_op-shared: The owner has a shared lock and stores, where another one with a shared lock adds.
// synchronisation: shared lock
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner has an exclusive lock.
RACE(fetch_and_op_shared) {
    begin_with_window();
    int one = 1, old = 0;
    MPI_Win_lock(rank == 0 ? WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE) : MPI_LOCK_SHARED, 0, 0, win);
    if (rank == 1) MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win);  // race: first
    if (rank == 0) window[0] = 5;                                              // race: second
    MPI_Win_unlock(0, win);
    end_with_window();
}

// race atomic/get_accumulate-told: The old values are there, and a message says so; another rank puts.
// synchronisation: flush_local and message
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Win_flush.
RACE(get_accumulate_told) {
    begin_with_window();
    int add[2] = {1, 2}, old[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get_accumulate(add, 2, MPI_INT, old, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        tell(2);
    }
    if (rank == 2) {
        hear(1);
        MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/swap-isend: The message is on its way when the swap is completed.
// synchronisation: request of a message
// ranks: 3
// rule: MM-PAIR-1
// mended: it is sent behind the flush.
RACE(swap_isend) {
    begin_with_window();
    int zero = 0, old = 0;
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Compare_and_swap(&rank, &zero, &old, MPI_INT, 0, 3, win);  // race: first
        WRONG(MPI_Isend(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);)
        MPI_Win_flush(0, win);
        RIGHT(MPI_Isend(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 2) {
        hear(1);
        MPI_Get(&old, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/fetch_and_op-allreduce: A reduction orders all ranks, but a sum of one rank is not complete.
// synchronisation: flush and collective call
// ranks: 3
// rule: MM-PAIR-1
// mended: flush before the reduction.
RACE(fetch_and_op_allreduce) {
    begin_with_window();
    int old = 0, sum = 0, got = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Fetch_and_op(&rank, &old, MPI_INT, 0, 0, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 2) MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/get_accumulate-atomic-load: An atomic load beside an update polls, which only the unified model permits.
// synchronisation: exclusive lock
// ranks: 2
// wrong under: separate
// rule: MM-PAIR-2
// mended: the owner locks.
RACE(get_accumulate_atomic_load) {
    begin_with_window();
    if (rank == 1) {
        int old = 0;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get_accumulate(&rank, 1, MPI_INT, &old, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        use(__atomic_load_n(&window[1], __ATOMIC_ACQUIRE));  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_with_window();
}

// race atomic/swap-memset: The owner clears its window between MPI_Win_post and MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// mended: behind MPI_Win_wait.
RACE(swap_memset) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        int zero = 0, old = 0;
        MPI_Win_start(other, 0, win);
        MPI_Compare_and_swap(&rank, &zero, &old, MPI_INT, 0, 2, win);  // race: first
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        RIGHT(MPI_Win_wait(win);)
        memset(window, 0, 3 * sizeof(int));  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race atomic/two-origins-exposed: Two origins change one element in one exposure epoch, by two operations.
// synchronisation: PSCW
// ranks: 3
// rule: MM-ACC-1
// mended: by one.
RACE(two_origins_exposed) {
    begin_with_window();
    if (rank == 0) {
        const int both[2] = {1, 2};
        MPI_Group all, origins;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_incl(all, 2, both, &origins);
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
        MPI_Group_free(&all);
        MPI_Group_free(&origins);
    } else {
        int old = 0;
        MPI_Group owner = group_of(0);
        MPI_Win_start(owner, 0, win);
        if (rank == 1)
            MPI_Get_accumulate(&rank, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MIN, win);   // race: first
        else MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, WRONG(MPI_MAX) RIGHT(MPI_MIN), win);  // race: second
        MPI_Win_complete(win);
        MPI_Group_free(&owner);
    }
    end_with_window();
}

// race atomic/accumulate-fetch_add: An exclusive lock, and an atomic operation of the owner, which has no lock.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner locks.
RACE(accumulate_fetch_add) {
    begin_with_window();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        __atomic_fetch_add(&window[0], 1, __ATOMIC_RELAXED);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_with_window();
}

// race atomic/accumulate-send: The owner sends a sum to another rank. A message came before the sum was complete.
// synchronisation: flush and message
// ranks: 2
// rule: MM-PAIR-2
// mended: flush before the message, and MPI_Win_sync for the separate model.
RACE(accumulate_send) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush_all(win);)
        tell(0);
        MPI_Recv(beside, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        hear(1);
        RIGHT(MPI_Win_sync(win);)
        MPI_Send(window, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/sync-flushes-nothing-fetched: As sync-flushes-nothing, with a fetching operation, and a store.
// synchronisation: flush_local, MPI_Win_sync and barrier
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Win_flush.
RACE(sync_flushes_nothing_fetched) {
    begin_with_window();
    int old = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Fetch_and_op(&rank, &old, MPI_INT, 0, 0, MPI_SUM, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) window[0] = 1;  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}
