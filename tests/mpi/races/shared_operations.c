// Races of operations with loads, stores and functions in shared windows.
#include "tests/mpi/races/shared_memory.h"

// race shared/fetch-store-exposed: The owner stores between MPI_Win_post and MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: behind MPI_Win_wait.
RACE(fetch_store_exposed) {
    begin_shared();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        int old = 0;
        MPI_Win_start(other, 0, win);
        MPI_Get_accumulate(&rank, 1, MPI_INT, &old, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);  // race: first
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        RIGHT(MPI_Win_wait(win);)
        own[1] = 0;  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    end_shared();
}

// race shared/swap-load: A lock excludes other locks, not a load through a pointer.
// synchronisation: exclusive lock
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: the rank that loads has a shared lock.
RACE(swap_load) {
    begin_shared();
    if (rank == 1) {
        int one = 1, zero = 0, old = 0;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Compare_and_swap(&one, &zero, &old, MPI_INT, 0, 2, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        use(of_0[2]);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_shared();
}

// race shared/rput-load: The request of a put and a barrier say nothing of the memory that both ranks have.
// synchronisation: request and barrier
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: flush before the barrier, MPI_Win_sync behind it.
RACE(rput_load) {
    begin_shared();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request request;
        MPI_Rput(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) use(own[3]);  // race: second
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/rget-store: The owner stores to bytes that another rank gets, before the request is complete.
// synchronisation: request and message
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: the message is sent when it is.
RACE(rget_store) {
    begin_shared();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        int got = 0;
        MPI_Request request;
        MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);  // race: first
        WRONG(tell(0);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(tell(0);)
    } else {
        hear(1);
        own[0] = 4;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/raccumulate-memcpy: memcpy overwrites a sum that is complete only at its origin.
// synchronisation: flush_local and barrier
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: MPI_Win_flush, and MPI_Win_sync behind the barrier.
RACE(raccumulate_memcpy) {
    begin_shared();
    const int values[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request request;
        MPI_Raccumulate(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win, &request);  // race: first
        WRONG(MPI_Win_flush_local_all(win);)
        RIGHT(MPI_Win_flush_all(win);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) memcpy(own, values, sizeof(values));  // race: second
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/rget_accumulate-put: A request says that the old value is there, not that the new one is.
// synchronisation: shared lock, request and message
// ranks: 3
// options: --set platform.ranks_per_node=3
// rule: MM-PAIR-1
// mended: flush before the message.
RACE(rget_accumulate_put) {
    begin_shared();
    if (rank > 0) MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    if (rank == 1) {
        int old = 0;
        MPI_Request request;
        MPI_Rget_accumulate(&rank, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win,  // race: first
                            &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Win_flush(0, win);)
        tell(2);
    }
    if (rank == 2) {
        hear(1);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    }
    if (rank > 0) MPI_Win_unlock(0, win);
    end_shared();
}

// race shared/fetch_and_op-fetch_add: MPI's sums and those of the language are not atomic with each other.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: both are MPI's.
RACE(fetch_and_op_fetch_add) {
    begin_shared();
    int one = 1, old = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win);  // race: first
    if (rank == 0) {
        WRONG(__atomic_fetch_add(&own[0], 1, __ATOMIC_SEQ_CST);)  // race: second
        RIGHT(MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win);)
    }
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/put-memcmp: memcmp reads the bytes of a put that is complete only at its origin.
// synchronisation: flush_local and message
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: MPI_Win_flush, and MPI_Win_sync behind the message.
RACE(put_memcmp) {
    begin_shared();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        RIGHT(MPI_Win_sync(win);)
        use(memcmp(own, data, sizeof(data)));  // race: second
    }
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/get-neighbour-bcast: A broadcast overwrites bytes that its root gets.
// synchronisation: collective call
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: MPI_Win_flush_local: a get is over with local completion.
RACE(get_neighbour_bcast) {
    begin_shared();
    int got[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get(got, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(0, win);)
    }
    MPI_Bcast(rank == 0 ? own : beside, 2, MPI_INT, 1, MPI_COMM_WORLD);  // race: second
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/irecv-neighbour: A rank loads bytes of its neighbour's MPI_Irecv.
// synchronisation: request of a message, barrier
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-BUF-1
// mended: the cell behind it.
RACE(irecv_neighbour) {
    begin_shared();
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Irecv(own, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        use(of_0[WRONG(1) RIGHT(2)]);  // race: second
        MPI_Send(window, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/put-send: The owner sends its memory while another rank puts there.
// synchronisation: fence
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: behind the fence.
RACE(put_send) {
    begin_shared();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) MPI_Send(own, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
    if (rank == 1) MPI_Recv(beside, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);
    end_shared();
}

// race shared/compare_and_swap-accumulate: Shared locks let in two ranks with two operations on one element.
// synchronisation: lock
// ranks: 3
// options: --set platform.ranks_per_node=3
// rule: MM-ACC-1
// mended: exclusive locks.
RACE(compare_and_swap_accumulate) {
    begin_shared();
    int zero = 0, old = 0;
    if (rank > 0) MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, win);
    if (rank == 1) MPI_Compare_and_swap(&rank, &zero, &old, MPI_INT, 0, 1, win);       // race: first
    if (rank == 2) MPI_Accumulate(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);  // race: second
    if (rank > 0) MPI_Win_unlock(0, win);
    end_shared();
}

// race shared/accumulate-fetch: Behind MPI_Win_complete and a barrier, the owner reads before its MPI_Win_wait.
// synchronisation: PSCW and barrier
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: behind it.
RACE(accumulate_fetch) {
    begin_shared();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Accumulate(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win);  // race: first
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        RIGHT(MPI_Win_wait(win);)
        use(own[2]);  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    end_shared();
}

// race shared/sync-flushes-nothing-shared: As sync-flushes-nothing, in a shared window.
// synchronisation: request, MPI_Win_sync and barrier
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: MPI_Win_flush.
RACE(sync_flushes_nothing_shared) {
    begin_shared();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request request;
        MPI_Rput(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) use(of_0[0]);  // race: second
    MPI_Win_unlock_all(win);
    end_shared();
}

// race shared/get-store-exposed: The owner is told before a get is complete, and stores.
// synchronisation: PSCW
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: it is told behind MPI_Win_complete. It need not wait for MPI_Win_wait.
RACE(get_store_exposed) {
    begin_shared();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        int data = 0;
        MPI_Win_start(other, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: first
        WRONG(tell(0);)
        MPI_Win_complete(win);
        RIGHT(tell(0);)
        use(data);
    } else {
        MPI_Win_post(other, 0, win);
        hear(1);
        own[1] = 3;  // race: second
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_shared();
}
