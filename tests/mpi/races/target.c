// Races of an operation and the target's own loads and stores.
#include "tests/mpi/races/race.h"

// race target/accumulate-load: The owner reads where others add.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// access: second load
// mended: it fetches the value with MPI_NO_OP.
RACE(accumulate_load) {
    begin_with_window();
    int one = 1, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 0) {
        WRONG(found = window[0];) RIGHT(MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, 0, MPI_NO_OP, win);)  // race: second
    }
    MPI_Win_unlock_all(win);
    use(found);
    end_with_window();
}

// race target/accumulate-store: The owner stores where others add.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: it adds as well, by an accumulate to itself.
RACE(accumulate_store) {
    begin_with_window();
    int one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 0) {
        WRONG(window[0] += 1;) RIGHT(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/bytes-of-a-word: A put of single bytes beside a load of others in the same word.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the put ends where the load begins.
RACE(bytes_of_a_word) {
    begin_with_window();
    char letters[3] = {'a', 'b', 'c'};
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(letters, WRONG(3) RIGHT(2), MPI_CHAR, 0, 0, WRONG(3) RIGHT(2), MPI_CHAR, win);  // race: first
    if (rank == 0) use(((char*)window)[2]);                                                     // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/get-beside-exclusive: An exclusive lock keeps out who locks, not the owner who just reads.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-2
// scenario: lock/owner-without-lock
// mended: the owner locks its own window.
RACE(get_beside_exclusive) {
    begin_with_window();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        use(window[2]);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_with_window();
}

// race target/get-beside-store: The owner stores while another rank gets from its window.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// right scenario: fence/get-beside-store
// mended: another cell, which is right in any model.
RACE(get_beside_store) {
    begin_with_window();
    int got;
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    if (rank == 1) window[WRONG(0) RIGHT(1)] = 5;                     // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/get-load: Gets and loads of the same bytes never disturb each other; a put does.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-2
// mended: rank 1 gets.
RACE(get_load) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_fence(0, win);
    WRONG(if (rank == 1) MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);)  // race: first
    RIGHT(if (rank == 1) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);)
    if (rank == 2) MPI_Get(data, 1, MPI_INT, 0, 5, 1, MPI_INT, win);
    if (rank == 0) use(window[1]);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/get-self-store: A rank gets from itself and changes its window while it does.
// synchronisation: shared lock
// ranks: 1
// rule: MM-PAIR-2
// mended: MPI_Win_flush_local: a get is over with local completion.
RACE(get_self_store) {
    begin_with_window();
    int data = 7;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_local(0, win);)
    window[0] = 4;  // race: second
    MPI_Win_unlock(0, win);
    end_with_window();
}

// race target/get-store: The owner stores to what another rank gets.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// scenario: fence/get-store
// mended: it stores to other bytes; a get is no update.
RACE(get_store) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    if (rank == 0) window[WRONG(1) RIGHT(2)] = 5;                     // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/put-load-without-epoch: A put, and a load of the owner, which has no epoch.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// scenario: lock_all/load-store-put
// mended: the put is complete, the owner was told, and its copies are equal.
RACE(put_load_without_epoch) {
    begin_with_window();
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock_all(win);
        RIGHT(tell(1);)
    } else {
        RIGHT(hear(0); MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);)
        use(window[0]);  // race: second
        RIGHT(MPI_Win_unlock(1, win);)
    }
    end_with_window();
}

// race target/put-load: The owner reads its window in an epoch in which another rank puts there.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// scenario: fence/put-load
// mended: it reads behind the fence.
RACE(put_load) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) use(window[3]);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/put-self-load: A rank puts to itself and reads its own window before the put is complete.
// synchronisation: lock_all
// ranks: 1
// rule: MM-PAIR-2
// mended: flush, and MPI_Win_sync for the separate model.
RACE(put_self_load) {
    begin_with_window();
    int data = 7;
    MPI_Win_lock_all(0, win);
    MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(0, win); MPI_Win_sync(win);)
    use(window[0]);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/put-store: The owner stores to its window while another rank puts there.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner puts to itself, and a barrier orders what is complete.
RACE(put_store) {
    begin_with_window();
    int data[2] = {3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    if (rank == 0) {
        WRONG(window[1] = 5;) RIGHT(MPI_Put(data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);)  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/raccumulate: MPI_Waitall of accumulates is local completion: the owner must not read yet.
// synchronisation: request
// ranks: 2
// rule: MM-PAIR-2
// mended: flush before the message, and MPI_Win_sync for the separate model.
RACE(raccumulate) {
    begin_with_window();
    int terms[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; ++i) {
            MPI_Raccumulate(&terms[i], 1, MPI_INT, 0, i, 1, MPI_INT, MPI_SUM, win, &requests[i]);  // race: first
        }
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        RIGHT(MPI_Win_sync(win);)
        use(window[1]);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/sync-flushes-nothing: MPI_Win_sync of the target completes no put of the origin.
// synchronisation: flush_local, MPI_Win_sync and message
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Win_flush.
RACE(sync_flushes_nothing) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        MPI_Win_sync(win);
        use(window[0]);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/strlen: strlen reads a string of the window up to its end, and another rank puts.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: behind the end of the string.
RACE(strlen) {
    begin_with_window();
    const char letters[2] = {'x', 'y'};
    if (rank == 0) strcpy((char*)window, "abcd");
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(letters, 2, MPI_CHAR, 0, WRONG(1) RIGHT(2), 2, MPI_CHAR, win);  // race: first
    if (rank == 0) use((int)strlen((char*)window));                                        // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}
