// Races of two operations at one target.
#include "tests/mpi/races/race.h"

// race target/get-put-one-rank: A rank puts to what it gets, in one epoch.
// synchronisation: PSCW
// ranks: 2
// rule: MM-PAIR-1
// mended: to the place behind it.
RACE(get_put_one_rank) {
    begin_with_window();
    int data[4] = {1, 2};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);                      // race: first
        MPI_Put(data + 2, 2, MPI_INT, 1, WRONG(1) RIGHT(2), 2, MPI_INT, win);  // race: second
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race target/neighbours-overlap: Neighbours put their blocks into one array, each block one element too long.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the blocks touch.
RACE(neighbours_overlap) {
    begin_with_window();
    int block[4] = {0};
    const int length = WRONG(4) RIGHT(3);
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(block, length, MPI_INT, 0, 3 * (rank - 1), length, MPI_INT, win);  // race: both
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/put-get-one-rank: A rank gets what it has put in the same epoch; a local flush does not help.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-1
// scenario: lock/put-get
// mended: a flush completes the put at the target.
RACE(put_get_one_rank) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&data[0], 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(1, win);)
        RIGHT(MPI_Win_flush(1, win);) MPI_Get(&data[1], 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race target/put-get: A rank gets what another one puts in the same epoch.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// scenario: fence/put-get
// mended: a fence lies between.
RACE(put_get) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 2) MPI_Get(data, 2, MPI_INT, 0, 1, 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/put-put-one-rank: Two puts of one rank to the same place: MPI does not order them.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-1
// scenario: lock/put-put
// mended: a flush lies between.
RACE(put_put_one_rank) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&data[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        MPI_Put(&data[1], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/put-put: Two ranks put to one place of a third.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// scenario: fence/put-put
// mended: each has a place of its own.
RACE(put_put) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(0) RIGHT(rank), 1, MPI_INT, win);  // race: both
    MPI_Win_fence(0, win);
    end_with_window();
}

// race target/rget-put: For a get MPI_Wait is all that is needed: then somebody else may put, if he knows.
// synchronisation: request
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/get-then-told
// mended: he is told when the request is complete, not before.
RACE(rget_put) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rget(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &request);  // race: first
        WRONG(tell(1);)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(tell(1);)
    }
    if (rank == 1) {
        hear(0);
        MPI_Put(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/rput-rget: MPI_Wait of an r-form is only local completion; a barrier behind it says nothing of the
// target.
// synchronisation: request
// ranks: 3
// rule: MM-PAIR-1
// mended: flush before the barrier.
RACE(rput_rget) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Request request;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Rput(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &request);  // race: first
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        RIGHT(MPI_Win_flush(2, win);)
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Rget(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win, &request);  // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race target/shared-locks: Shared locks let several ranks in; they order nothing.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock/shared-puts
// mended: exclusive locks.
RACE(shared_locks) {
    begin_with_window();
    if (rank > 0) {
        MPI_Win_lock(WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE), 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // race: both
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race target/three-origins: Two of three ranks put to the same place, the third elsewhere.
// synchronisation: PSCW
// ranks: 4
// rule: MM-PAIR-1
// scenario: pscw/put-put
// mended: the owner lets them in one after the other: a post for each.
RACE(three_origins) {
    begin_with_window();
    const int places[4] = {0, 1, 2, 2};
    if (rank == 0) {
        const int everybody[3] = {1, 2, 3};
        MPI_Group all, others, last;
        MPI_Comm_group(MPI_COMM_WORLD, &all);
        MPI_Group_incl(all, WRONG(3) RIGHT(2), everybody, &others);
        MPI_Group_incl(all, 1, &everybody[2], &last);
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
        RIGHT(MPI_Win_post(last, 0, win); MPI_Win_wait(win);)
        MPI_Group_free(&all);
        MPI_Group_free(&others);
        MPI_Group_free(&last);
    } else {
        MPI_Group owner = group_of(0);
        MPI_Win_start(owner, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, places[rank], 1, MPI_INT, win);  // race: both
        MPI_Win_complete(win);
        MPI_Group_free(&owner);
    }
    end_with_window();
}
