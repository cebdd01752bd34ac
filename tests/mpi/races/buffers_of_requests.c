// Races of accesses to buffers whose request is not complete.
#include "tests/mpi/races/race.h"

// race buffers/gaps-of-isend: The buffer of a send has gaps.
// synchronisation: requests
// ranks: 2
// rule: MM-BUF-1
// mended: only the gaps are stored to.
RACE(gaps_of_isend) {
    begin_with_window();
    int data[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(data, 1, type, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        data[WRONG(4) RIGHT(5)] = 7;                               // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(data, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&type);
    end_with_window();
}

// race buffers/irecv-load: The result of MPI_Irecv is read before its request is complete.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/irecv
// mended: MPI_Wait comes before.
RACE(irecv_load) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) MPI_Send(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        use(data[1]);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    end_with_window();
}

// race buffers/irecv-put: A put sends what MPI_Irecv has not received yet.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before the put.
RACE(irecv_put) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Irecv(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else if (rank == 1) {
        MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/irecv-window: Somebody puts to the part of a window that MPI_Irecv receives into.
// synchronisation: request of a message
// ranks: 3
// right under: unified
// rule: MM-PAIR-2
// mended: to another part. (Separate model: no update of the window at all; this program is right in the unified one.)
RACE(irecv_window) {
    begin_with_window();
    MPI_Request request;
    int data[2] = {1, 2};
    if (rank == 0) MPI_Irecv(window, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(data, 2, MPI_INT, 0, WRONG(1) RIGHT(2), 2, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    end_with_window();
}

// race buffers/isend-get: A get writes to what MPI_Isend is still sending.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before the get.
RACE(isend_get) {
    begin_with_window();
    int data[2] = {1, 2}, other[2];
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else if (rank == 1) {
        MPI_Recv(other, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/isend-store: What MPI_Isend sends is changed before its request is complete.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/isend
// mended: MPI_Wait comes before.
RACE(isend_store) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Request request;
        MPI_Isend(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        data[0] = 9;  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    if (rank == 1) MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    keep(data);
    end_with_window();
}

// race buffers/one-of-two-irecvs: Of two receives only one is waited for.
// synchronisation: requests
// ranks: 2
// rule: MM-BUF-1
// mended: both are.
RACE(one_of_two_irecvs) {
    begin_with_window();
    int data[2] = {0};
    if (rank == 0) {
        MPI_Request requests[2];
        for (int i = 0; i < 2; ++i) {
            MPI_Irecv(data + i, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);  // race: first
        }
        MPI_Waitall(WRONG(1) RIGHT(2), requests, MPI_STATUSES_IGNORE);
        use(data[1]);  // race: second
        tell(1);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        RIGHT(MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);)
        hear(0);
        WRONG(MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);)
    }
    end_with_window();
}

// race buffers/rget-other-request: Two r-forms are under way; the request of one is waited for, the result of the
// other is read.
// synchronisation: request
// ranks: 3
// rule: MM-BUF-1
// mended: the result of the one that was waited for is read.
RACE(rget_other_request) {
    begin_with_window();
    int near[2] = {0}, far[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request requests[2];
        MPI_Rget(near, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &requests[0]);
        MPI_Rget(far, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &requests[1]);  // race: first
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        use(WRONG(far) RIGHT(near)[0]);  // race: second
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/rget-test: The result of an r-form is read after an MPI_Test, whatever that says.
// synchronisation: request
// ranks: 2
// rule: MM-BUF-1
// mended: it is tested until it is complete.
RACE(rget_test) {
    begin_with_window();
    int data[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        int done = 0;
        MPI_Rget(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);  // race: first
        WRONG(MPI_Test(&request, &done, MPI_STATUS_IGNORE);)
        RIGHT(while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);)
        use(data[0]);  // race: second
        if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/rget-waitsome: MPI_Waitany completes one of two r-forms; the result of the other is read.
// synchronisation: request
// ranks: 3
// rule: MM-BUF-1
// mended: MPI_Waitall completes both.
RACE(rget_waitsome) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request requests[2];
        int at = 0;
        for (int i = 0; i < 2; ++i) {
            MPI_Rget(data + 2 * i, 2, MPI_INT, i + 1, 0, 2, MPI_INT, win, &requests[i]);  // race: first
        }
        WRONG(MPI_Waitany(2, requests, &at, MPI_STATUS_IGNORE);)
        RIGHT(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);)
        use(data[2 * (1 - at)]);  // race: second
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/rput-store: The source of an r-form is changed before its request is complete.
// synchronisation: request
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before.
RACE(rput_store) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rput(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        data[0] = 5;  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/iallreduce-get: A get overwrites what a reduction that has only begun is sending.
// synchronisation: request of a collective call
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Wait comes before.
RACE(iallreduce_get) {
    begin_with_window();
    int data = 1, sum = 0;
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    MPI_Iallreduce(&data, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);  // race: first
    RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    if (rank == 0) MPI_Get(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: second
    WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Win_unlock_all(win);
    end_with_window();
}
