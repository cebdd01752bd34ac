// Races in one of the two memory models only.
#include "tests/mpi/races/race.h"

// race models/accumulate-and-store: A store beside an accumulate to other bytes.
// synchronisation: lock_all
// ranks: 2
// wrong under: separate
// rule: MM-PAIR-3
// mended: the owner puts to itself.
RACE(accumulate_and_store) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    WRONG(if (rank == 0) window[8] = 1;)                                               // race: second
    RIGHT(if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 0, 8, 1, MPI_INT, win);)
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race models/another-window: What came through one window is read through another over the same memory: two copies of
// it have to be made equal.
// synchronisation: fence
// ranks: 2
// wrong under: separate
// rule: MM-COPY-3
// scenario: advice/fence-then-other-window
// mended: a fence on the second window follows that on the first.
RACE(another_window) {
    begin_with_window();
    int data = 0;
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    WRONG(MPI_Win_fence(0, other);)
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_fence(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_fence(0, other);)
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    end_with_window();
}

// race models/by-attribute: MPI_WIN_MODEL says that there are two copies; then the store needs MPI_Win_sync.
// synchronisation: lock_all
// ranks: 2
// only under: separate
// rule: MM-COPY-1
// mended: the owner synchronises if the attribute is not MPI_WIN_UNIFIED.
RACE(by_attribute) {
    begin_with_window();
    int got, found, *model;
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &found);
    MPI_Win_lock_all(0, win);
    if (rank == 1) window[0] = 77;  // race: first
    if (*model WRONG(==) RIGHT(!=) MPI_WIN_UNIFIED) MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race models/received: A message is received into a window, and another rank gets what it brought.
// synchronisation: lock_all
// ranks: 3
// wrong under: separate
// rule: MM-COPY-1
// mended: MPI_Win_sync follows the receive.
RACE(received) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Recv(window, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: first
        RIGHT(MPI_Win_sync(win);)
        tell(2);
    }
    if (rank == 2) {
        hear(0);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race models/stale-private: What was put is read by the owner; flush and barrier do not bring it into the private
// copy.
// synchronisation: lock_all
// ranks: 2
// wrong under: separate
// rule: MM-COPY-2
// scenario: lock/stale-private-copy
// mended: MPI_Win_sync does.
RACE(stale_private) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 0) use(window[0]);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race models/stale-public: What the owner has stored is read by a get; a barrier does not bring it into the public
// copy.
// synchronisation: lock_all
// ranks: 2
// wrong under: separate
// rule: MM-COPY-1
// scenario: lock/stale-public-copy
// mended: MPI_Win_sync does.
RACE(stale_public) {
    begin_with_window();
    int data = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) window[0] = 7;  // race: first
    RIGHT(MPI_Win_sync(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race models/store-beside-put: A store beside a put, in one epoch and window, but to other bytes.
// synchronisation: fence
// ranks: 2
// wrong under: separate
// rule: MM-PAIR-3
// scenario: fence/store-beside-put
// mended: the owner stores in an epoch of its own.
RACE(store_beside_put) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 0) window[8] = 1;  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race models/store-then-get: The owner stores, tells, and another rank locks and gets.
// synchronisation: shared lock
// ranks: 2
// wrong under: separate
// rule: MM-COPY-1
// mended: the owner stores inside of a lock of its own.
RACE(store_then_get) {
    begin_with_window();
    int data = 0;
    if (rank == 0) {
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        window[0] = 7;  // race: first
        RIGHT(MPI_Win_unlock(0, win);)
        tell(1);
    } else {
        hear(0);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race models/store-while-exposed: The owner stores beside what others put between MPI_Win_post and MPI_Win_wait.
// synchronisation: PSCW
// ranks: 2
// wrong under: separate
// rule: MM-PAIR-3
// scenario: pscw/store-while-exposed
// mended: before MPI_Win_post.
RACE(store_while_exposed) {
    begin_with_window();
    MPI_Group other = group_of(1 - rank);
    if (rank == 1) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_complete(win);
    } else {
        RIGHT(window[8] = 1;)
        MPI_Win_post(other, 0, win);
        WRONG(window[8] = 1;)  // race: second
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race models/unlock-then-load: The owner is told by a message that another rank has put, and unlocked.
// synchronisation: exclusive lock
// ranks: 2
// wrong under: separate
// rule: MM-COPY-2
// scenario: advice/unlock-then-load
// mended: the owner locks its own window before it reads.
RACE(unlock_then_load) {
    begin_with_window();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(0);
    } else {
        hear(1);
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        use(window[0]);  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_with_window();
}
