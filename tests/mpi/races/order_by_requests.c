// Messages with requests that order operations of two ranks, or do not.
#include "tests/mpi/races/race.h"

// race order/issend: A synchronous send with a request orders when that is complete.
// synchronisation: requests of messages
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Wait comes before.
RACE(issend) {
    begin_with_window();
    if (rank == 0) {
        use(window[0]);  // race: second
        hear(1);
    } else {
        MPI_Request request;
        MPI_Issend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    end_with_window();
}

// race order/late-irecv: MPI_Irecv returns before the message has come.
// synchronisation: requests of messages
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Wait comes before the get.
RACE(late_irecv) {
    begin_with_window();
    int data[2] = {1, 2}, word = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Send(&word, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }
    if (rank == 2) {
        MPI_Request request;
        MPI_Irecv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    end_with_window();
}

// race order/persistent: A persistent request is started anew each time, and each time brings what was done until
// then.
// synchronisation: requests of messages
// ranks: 3
// rule: MM-PAIR-1
// mended: the second message is sent behind the put.
RACE(persistent) {
    begin_with_window();
    int word = 0;
    MPI_Request request;
    if (rank == 1) {
        MPI_Send_init(&word, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 2; ++i) {
            WRONG(MPI_Start(&request); MPI_Wait(&request, MPI_STATUS_IGNORE);)
            if (i == 1) {
                MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
                MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
                MPI_Win_unlock(0, win);
            }
            RIGHT(MPI_Start(&request); MPI_Wait(&request, MPI_STATUS_IGNORE);)
        }
        MPI_Request_free(&request);
    }
    if (rank == 2) {
        MPI_Recv_init(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 2; ++i) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/second-irecv: Of two receives the first is waited for; the second has the message that tells of a put.
// synchronisation: requests
// ranks: 3
// rule: MM-PAIR-1
// mended: the second is waited for.
RACE(second_irecv) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        tell(2);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(0, win);
        tell(2);
    }
    if (rank == 2) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; ++i) MPI_Irecv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[i]);
        MPI_Wait(&requests[WRONG(0) RIGHT(1)], MPI_STATUS_IGNORE);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/waitany: Messages of two ranks are on their way; MPI_Waitany tells of one.
// synchronisation: requests of messages
// ranks: 4
// rule: MM-PAIR-1
// mended: MPI_Waitall of both.
RACE(waitany) {
    begin_with_window();
    int word = 0;
    if (rank == 1 || rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        tell(3);
    }
    if (rank == 3) {
        MPI_Request requests[2];
        int at = 0;
        for (int i = 0; i < 2; ++i) MPI_Irecv(NULL, 0, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
        WRONG(MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);)
        RIGHT(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&word, 1, MPI_INT, 0, 2 - at, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    end_with_window();
}

// race order/iallreduce: A reduction that has only begun orders nothing.
// synchronisation: request of a collective call
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Wait comes before.
RACE(iallreduce) {
    begin_with_window();
    int sum = 0;
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Rput(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);  // race: first
        MPI_Win_flush(0, win);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Win_unlock_all(win);
    end_with_window();
}
