// Receives of any source: the order that the received message proves, and the order that it does not prove. Ranks 1
// and 2 put into cells of rank 0 and send to rank 3. Each program is wrong in both orders of the messages.
#include "tests/mpi/races/any_source.h"

// race order/any-other-cell: Who takes the message of one sender does not know what the other one did.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_other_cell) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        const int from = take_any();
        RIGHT(take_any();)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(take_any();)
    }
    end_with_window();
}

// race order/any-probe: A probe of any source proves what its sender did.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_probe) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        MPI_Status status;
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        RIGHT(hear(1); hear(2);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - status.MPI_SOURCE, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(hear(1); hear(2);)
    }
    end_with_window();
}

// race order/any-of-two-requests: One of two requests is complete, of whichever sender.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are.
RACE(any_of_two_requests) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        int which = 0;
        for (int i = 0; i < 2; ++i) MPI_Irecv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[i]);
        WRONG(MPI_Waitany(2, requests, &which, &statuses[0]);)
        RIGHT(MPI_Waitall(2, requests, statuses);)
        use(which);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - statuses[0].MPI_SOURCE, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);)
    }
    end_with_window();
}

// race order/any-reply: A server answers the first to come, who then gets what the other one puts.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: it answers when both have come.
RACE(any_reply) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        be_late();
        tell(3);
        hear(3);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - rank, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    if (rank == 3) {
        const int from = take_any();
        WRONG(tell(from);)
        const int other = take_any();
        RIGHT(tell(from);)
        tell(other);
    }
    end_with_window();
}

// race order/any-relay: The receiver tells the owner, who loads both cells.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-2
// mended: it takes both messages first.
RACE(any_relay) {
    begin_with_window();
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        take_any();
        WRONG(tell(0);)
        take_any();
        RIGHT(tell(0);)
    }
    if (rank == 0) {
        hear(3);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        for (int i = 1; i < 3; ++i) use(window[i]);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/any-synchronous: A synchronous send waits for its receive, not for the other one.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_synchronous) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        be_late();
        MPI_Ssend(NULL, 0, MPI_INT, 3, 0, MPI_COMM_WORLD);
    }
    if (rank == 3) {
        const int from = take_any();
        RIGHT(take_any();)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(take_any();)
    }
    end_with_window();
}

// race order/any-behind-a-lock: The sender of the received message may get the lock before the other sender does.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_behind_a_lock) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        come_second();
        section(MPI_LOCK_EXCLUSIVE);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        const int from = take_any();
        RIGHT(take_any();)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(take_any();)
    }
    end_with_window();
}

// race order/any-behind-a-shared-lock: The same, if the other sender has had a shared lock.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_behind_a_shared_lock) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        come_second();
        section(rank == SLOW ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        const int from = take_any();
        RIGHT(take_any();)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(take_any();)
    }
    end_with_window();
}

// race order/any-behind-an-exclusive-lock: The same, if the sender of the received message has a shared lock.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_behind_an_exclusive_lock) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        come_second();
        section(rank == SLOW ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        const int from = take_any();
        RIGHT(take_any();)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(take_any();)
    }
    end_with_window();
}

// race order/any-behind-two-locks: Two locked sections, one after the other, prove no more than one does.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_behind_two_locks) {
    begin_with_window();
    int data = 0;
    if (sends()) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        come_second();
        section(MPI_LOCK_EXCLUSIVE);
        section(MPI_LOCK_EXCLUSIVE);
        be_late();
        tell(3);
    }
    if (rank == 3) {
        const int from = take_any();
        RIGHT(take_any();)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(take_any();)
    }
    end_with_window();
}
