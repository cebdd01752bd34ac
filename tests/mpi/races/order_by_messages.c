// Messages that order operations of two ranks, or do not.
#include "tests/mpi/races/race.h"

#include <unistd.h>

// race order/any-source: A message of any source proves what its sender did, not what the other did.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: both are received.
RACE(any_source) {
    begin_with_window();
    int data = 0, from = 0;
    if (rank == 1 || rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Send(&rank, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
    }
    if (rank == 3) {
        for (int i = 0; i < WRONG(1) RIGHT(2); ++i) {
            MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, 3 - from, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    end_with_window();
}

// race order/any-tag: A receive of any tag takes the first message, which was sent before the put.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: a second one takes the other.
RACE(any_tag) {
    begin_with_window();
    if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 2, 3, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Send(NULL, 0, MPI_INT, 2, 4, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        RIGHT(MPI_Recv(NULL, 0, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(MPI_Recv(NULL, 0, MPI_INT, 1, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    end_with_window();
}

// race order/chain: A message chain through a third rank orders; told by somebody who was not told, nobody knows.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: each waits to be told.
RACE(chain) {
    begin_with_window();
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(2);
    }
    if (rank == 2) {
        RIGHT(hear(1);)
        tell(3);
        WRONG(hear(1);)
    }
    if (rank == 3) {
        hear(2);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/early-message: Of two messages the one that was sent before a put is received, then the put's place is
// read. How late it is does not matter.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: the later one is received, too.
RACE(early_message) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 2, 5, MPI_COMM_WORLD);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        MPI_Send(NULL, 0, MPI_INT, 2, 6, MPI_COMM_WORLD);
    }
    for (int i = 0; i < 20; ++i) {
        if (rank == 2) tell(3), hear(3);
        if (rank == 3) hear(2), tell(2);
    }
    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        RIGHT(MPI_Recv(NULL, 0, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Recv(NULL, 0, MPI_INT, 1, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/message-both-ways: Who receives an answer knows what came before it.
// synchronisation: messages
// ranks: 2
// rule: MM-PAIR-2
// mended: the put waits for the answer.
RACE(message_both_ways) {
    begin_with_window();
    if (rank == 0) {
        hear(1);
        use(window[3]);  // race: second
        tell(1);
    } else {
        tell(0);
        RIGHT(hear(0);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        WRONG(hear(0);)
    }
    end_with_window();
}

// race order/probe: MPI_Probe proves what the sender of the message did that it finds.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: it looks for a message of the rank that has put.
RACE(probe) {
    begin_with_window();
    if (rank == 0) tell(2);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(2);
    }
    if (rank == 2) {
        MPI_Probe(WRONG(0) RIGHT(1), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        hear(0);
        hear(1);
    }
    end_with_window();
}

// race order/probed-ssend: MPI_Ssend returns when the receive has begun, not when the message is found.
// synchronisation: MPI_Ssend
// ranks: 3
// rule: MM-PAIR-1
// mended: the put comes before the receive.
RACE(probed_ssend) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Probe(2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        WRONG(hear(2);)
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        RIGHT(hear(2);)
    }
    if (rank == 2) {
        MPI_Ssend(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/ring-of-tokens: A token goes round; whoever has it puts.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: the put is complete before the token is passed on.
RACE(ring_of_tokens) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank > 0) hear(rank - 1);
    MPI_Put(&rank, 1, MPI_INT, 0, 5, 1, MPI_INT, win);  // race: both
    RIGHT(MPI_Win_flush(0, win);)
    if (rank < 3) tell(rank + 1);
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/second-of-two: Of two messages with the same tag the one is received that was sent before a put.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: the second is received, too.
RACE(second_of_two) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        tell(2);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        tell(2);
    }
    if (rank == 2) {
        usleep(100);
        hear(1);
        RIGHT(hear(1);)
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        WRONG(hear(1);)
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/sendrecv: Neighbours tell each other by MPI_Sendrecv; who put to a third must tell that.
// synchronisation: messages
// ranks: 4
// rule: MM-PAIR-1
// mended: the message goes to the rank that puts next.
RACE(sendrecv) {
    begin_with_window();
    const int to = (rank + WRONG(1) RIGHT(3)) % 4, from = (rank + WRONG(3) RIGHT(1)) % 4;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(2, win);
    }
    MPI_Sendrecv(NULL, 0, MPI_INT, to, 0, NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(2, win);
    }
    end_with_window();
}

// race order/ssend: A synchronous send returns when the receive has begun (MPI 3.1, 3.4): it orders in both
// directions.
// synchronisation: MPI_Ssend
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Ssend stands in place of MPI_Send.
RACE(ssend) {
    begin_with_window();
    if (rank == 0) {
        use(window[0]);  // race: second
        hear(1);
    } else {
        WRONG(MPI_Send) RIGHT(MPI_Ssend)(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/two-communicators: Messages of two communicators do not stand for each other.
// synchronisation: messages
// ranks: 3
// rule: MM-PAIR-1
// mended: the one that was sent behind the put is received first.
RACE(two_communicators) {
    begin_with_window();
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 2, 0, copy);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(2);
    }
    if (rank == 2) {
        MPI_Request request;
        MPI_Irecv(NULL, 0, MPI_INT, 1, 0, WRONG(MPI_COMM_WORLD) RIGHT(copy), &request);
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, WRONG(copy) RIGHT(MPI_COMM_WORLD), MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&copy);
    end_with_window();
}
