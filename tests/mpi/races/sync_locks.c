// Locks and flushes that order accesses, or do not.
#include "tests/mpi/races/race.h"

// race sync/barrier-before-unlock: The barrier comes before the unlock that completes.
// synchronisation: exclusive lock
// ranks: 3
// rule: MM-PAIR-1
// mended: behind it. (The locks are shared: only the barrier orders.)
RACE(barrier_before_unlock) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_unlock(0, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        WRONG(MPI_Win_unlock(0, win);)
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race sync/barrier-without-flush: A barrier inside of lock_all completes nothing.
// synchronisation: flush
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/barrier-without-flush
// mended: flush before the barrier.
RACE(barrier_without_flush) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_all(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race sync/flag-under-lock: A lock guards data of another window: whether it has been granted is known when what it
// guards has been fetched.
// synchronisation: lock
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock/flag-under-lock
// mended: the data are fetched after that.
RACE(flag_under_lock) {
    begin();
    int data[2] = {1, 2}, guard = 0, seen = 0;
    MPI_Win guarded;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(&guard, sizeof(guard), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &guarded);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(2, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, guarded);
        MPI_Put(data, 1, MPI_INT, 2, 0, 1, MPI_INT, guarded);
        MPI_Win_unlock(2, guarded);
    }
    while (rank == 1 && seen != 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, guarded);
        MPI_Get(&seen, 1, MPI_INT, 2, 0, 1, MPI_INT, guarded);
        RIGHT(MPI_Win_flush_local(2, guarded);)
        if (WRONG(1 ||) seen == 1) MPI_Get(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Win_flush_local(2, guarded); MPI_Win_flush_local(2, win);)
        MPI_Win_unlock(2, guarded);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&guarded);
    end_with_window();
}

// race sync/flush-of-another: The flush is of another target than the put.
// synchronisation: flush
// ranks: 3
// rule: MM-PAIR-1
// mended: of the same.
RACE(flush_of_another) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(WRONG(2) RIGHT(0), win);
        tell(2);
    }
    if (rank == 2) {
        hear(1);
        MPI_Put(data, 2, MPI_INT, 0, 1, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race sync/flush-without-message: A flush completes, but tells nobody.
// synchronisation: flush
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/flush-without-message
// mended: a message tells.
RACE(flush_without_message) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        RIGHT(tell(2);)
    }
    if (rank == 2) {
        RIGHT(hear(1);)
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race sync/flush_local-and-barrier: A local flush completes nothing at the target.
// synchronisation: flush
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/flush-local
// mended: MPI_Win_flush does.
RACE(flush_local_and_barrier) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race sync/lock-exclusive-shared: A reader with a shared lock and a writer.
// synchronisation: lock
// ranks: 3
// rule: MM-PAIR-1
// mended: the writer has an exclusive lock.
RACE(lock_exclusive_shared) {
    begin_with_window();
    int data = 0;
    if (rank == 1) {
        MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race sync/lock-of-two-windows: Exclusive locks of two windows do not exclude each other.
// synchronisation: exclusive lock
// ranks: 3
// rule: MM-COPY-3
// scenario: windows/locks-of-two-windows
// mended: both lock the same window.
RACE(lock_of_two_windows) {
    begin_with_window();
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    if (rank > 0) {
        MPI_Win mine = rank == 1 ? win : WRONG(other) RIGHT(win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mine);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, mine);  // race: both
        MPI_Win_unlock(0, mine);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&other);
    end_with_window();
}

// race sync/lock_all-nocheck: MPI_MODE_NOCHECK of MPI_Win_lock_all changes nothing: shared locks order nobody anyway.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: a flush and a message.
RACE(lock_all_nocheck) {
    begin_with_window();
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win); tell(2);)
    }
    if (rank == 2) {
        RIGHT(hear(1);)
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race sync/rget-under-lock: A lock guards data of another window: MPI_Rget has what it guards when its request is
// complete.
// synchronisation: lock
// ranks: 3
// rule: MM-PAIR-1
// mended: the data are fetched after that.
RACE(rget_under_lock) {
    begin();
    int data[2] = {1, 2}, guard = 0, seen = 0;
    MPI_Win guarded;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(&guard, sizeof(guard), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &guarded);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(2, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, guarded);
        MPI_Put(data, 1, MPI_INT, 2, 0, 1, MPI_INT, guarded);
        MPI_Win_unlock(2, guarded);
    }
    while (rank == 1 && seen != 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, guarded);
        MPI_Request request;
        MPI_Rget(&seen, 1, MPI_INT, 2, 0, 1, MPI_INT, guarded, &request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        if (WRONG(1 ||) seen == 1) MPI_Get(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE); MPI_Win_flush_local(2, win);)
        MPI_Win_unlock(2, guarded);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&guarded);
    end_with_window();
}

// race sync/self-and-others: The owner's exclusive lock of its own window keeps others out while it loads and stores.
// synchronisation: exclusive lock
// ranks: 3
// rule: MM-PAIR-2
// mended: it does not unlock too early.
RACE(self_and_others) {
    begin_with_window();
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        window[4] = 1;
        WRONG(MPI_Win_unlock(0, win);)
        window[5] = 2;  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    } else if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 5, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race sync/unlock_all-other-window: The synchronisation of one window completes nothing in another.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: the flush is of the window of the put.
RACE(unlock_all_other_window) {
    begin_with_window();
    static int more[4];
    int data[2] = {1, 2};
    MPI_Win other;
    MPI_Win_create(more, sizeof(more), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, other);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(0, WRONG(other) RIGHT(win));
    }
    MPI_Win_unlock_all(other);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&other);
    end_with_window();
}
