// Fences, PSCW and MPI_Win_free that order accesses, or do not.
#include "tests/mpi/races/race.h"

// race sync/fence-asserts: Stores before a fence that opens an epoch, with the assertions that fit, are right; behind
// it they are not.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the store comes before the fence.
RACE(fence_asserts) {
    begin_with_window();
    RIGHT(if (rank == 0) window[0] = 1;)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    WRONG(if (rank == 0) window[0] = 1;)                               // race: first
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 0) use(window[0]);
    end_with_window();
}

// race sync/fence-missing: A put is not over before the fence that closes its epoch.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: a barrier is no fence.
RACE(fence_missing) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    WRONG(MPI_Barrier(MPI_COMM_WORLD);)
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) use(window[0]);  // race: second
    WRONG(MPI_Win_fence(0, win);)
    end_with_window();
}

// race sync/fence-noprecede: A fence with MPI_MODE_NOPRECEDE need not wait for others, so it does not order what they
// did.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: a barrier does.
RACE(fence_noprecede) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race sync/fence-then-lock: Behind its own fence a rank does not know that those of others have returned (MPI 3.1,
// 11.5.1).
// synchronisation: fence, then lock
// ranks: 3
// rule: MM-PAIR-1
// scenario: fence/fence-then-lock
// mended: a barrier lies between.
RACE(fence_then_lock) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race sync/free-completes: MPI_Win_free comes behind what others do to the window, and before what the owner does
// then.
// synchronisation: MPI_Win_free
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner reads behind it.
RACE(free_completes) {
    begin();
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    RIGHT(MPI_Win_free(&win);)
    if (rank == 0) use(window[0]);  // race: second
    WRONG(MPI_Win_free(&win);)
}

// race sync/halo: Four ranks exchange edges with both neighbours by PSCW; one edge goes into the place of the other.
// synchronisation: PSCW
// ranks: 4
// rule: MM-PAIR-1
// mended: each has its place.
RACE(halo) {
    begin_with_window();
    const int left = (rank + 3) % 4, right = (rank + 1) % 4, both[2] = {left, right};
    MPI_Group all, neighbours;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, both, &neighbours);
    for (int step = 0; step < 3; ++step) {
        MPI_Win_post(neighbours, 0, win);
        MPI_Win_start(neighbours, 0, win);
        MPI_Put(&rank, 1, MPI_INT, left, 15, 1, MPI_INT, win);                   // race: first
        MPI_Put(&rank, 1, MPI_INT, right, WRONG(15) RIGHT(0), 1, MPI_INT, win);  // race: second
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        use(window[15]);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&neighbours);
    end_with_window();
}

// race sync/pscw-load: The owner reads between MPI_Win_post and MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// scenario: pscw/put-load
// mended: behind MPI_Win_wait.
RACE(pscw_load) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        WRONG(use(window[0]);)  // race: second
        MPI_Win_wait(win);
        use(window[0]);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race sync/pscw-message: MPI_Win_complete and a message after it do not prove that the puts have come (MPI 3.1,
// 11.5.2).
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// scenario: pscw/message-is-no-wait
// mended: MPI_Win_wait does.
RACE(pscw_message) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
        tell(0);
    } else {
        MPI_Win_post(other, 0, win);
        hear(1);
        RIGHT(MPI_Win_wait(win);)
        use(window[0]);  // race: second
        WRONG(MPI_Win_wait(win);)
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race sync/pscw-test: MPI_Win_test ends the exposure only if it says so.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-2
// mended: it is called until it does.
RACE(pscw_test) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        WRONG(hear(0);)
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
    } else {
        int over = 0;
        MPI_Win_post(other, 0, win);
        WRONG(MPI_Win_test(win, &over); tell(1);)
        RIGHT(while (!over) MPI_Win_test(win, &over);)
        use(window[0]);  // race: second
        if (!over) MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race sync/pscw-two-epochs: The puts of an epoch are compared with those of the next one.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-1
// mended: MPI_Win_complete and another MPI_Win_start are between them, and MPI_Win_wait at the target.
RACE(pscw_two_epochs) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&data[0], 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_complete(win); MPI_Win_start(other, 0, win);)
        MPI_Put(&data[1], 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_complete(win);
    } else {
        for (int i = 0; i < WRONG(1) RIGHT(2); ++i) {
            MPI_Win_post(other, 0, win);
            MPI_Win_wait(win);
        }
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race sync/store-before-noprecede: A fence with MPI_MODE_NOPRECEDE: no put gets to a rank that has not called it.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// right scenario: fence/store-before-noprecede
// mended: the store comes before it. (Behind it, it may meet the put.)
RACE(store_before_noprecede) {
    begin_with_window();
    RIGHT(if (rank == 1) window[0] = 5;)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0) MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    WRONG(if (rank == 1) window[0] = 5;)                               // race: second
    MPI_Win_fence(0, win);
    keep(window);
    end_with_window();
}

// race sync/get-store-of-owner: The owner stores before MPI_Win_wait. It is told before a get is complete.
// synchronisation: PSCW and messages
// ranks: 2
// rule: MM-PAIR-2
// mended: it is told behind MPI_Win_complete, which completes the get.
RACE(get_store_of_owner) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        int data = 0;
        MPI_Win_start(other, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        WRONG(tell(0);)
        MPI_Win_complete(win);
        RIGHT(tell(0);)
        use(data);
    } else {
        MPI_Win_post(other, 0, win);
        hear(1);
        window[2] = 3;  // race: second
        MPI_Win_wait(win);
        keep(window);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race sync/fetch-store-of-owner: As get-store-exposed, with a fetch that changes nothing or something.
// synchronisation: PSCW and messages
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_NO_OP only reads, so MPI_Win_complete proves that it has ended. MPI_SUM also needs MPI_Win_wait.
RACE(fetch_store_of_owner) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        int data = 0;
        MPI_Win_start(other, 0, win);
        MPI_Fetch_and_op(&rank, &data, MPI_INT, 0, 2, WRONG(MPI_SUM) RIGHT(MPI_NO_OP), win);  // race: first
        MPI_Win_complete(win);
        tell(0);
        use(data);
    } else {
        MPI_Win_post(other, 0, win);
        hear(1);
        window[2] = 3;  // race: second
        MPI_Win_wait(win);
        keep(window);
    }
    MPI_Group_free(&other);
    end_with_window();
}
