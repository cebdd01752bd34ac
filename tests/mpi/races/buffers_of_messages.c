// Races of operations and of messages or collective calls that have one buffer.
#include "tests/mpi/races/race.h"

// race buffers/get-bcast: What a get has not brought yet is broadcast.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: behind MPI_Win_unlock.
RACE(get_bcast) {
    begin_with_window();
    int data[2] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_unlock(1, win);)
    }
    MPI_Bcast(data, 2, MPI_INT, 0, MPI_COMM_WORLD);  // race: second
    WRONG(if (rank == 0) MPI_Win_unlock(1, win);)
    end_with_window();
}

// race buffers/put-allreduce: A reduction in place changes the source of a put.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// mended: the result has a buffer of its own.
RACE(put_allreduce) {
    begin_with_window();
    int data[2] = {1, 2}, sum[2] = {0};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
    } else {
        MPI_Win_post(other, 0, win);
    }
    WRONG(MPI_Allreduce(MPI_IN_PLACE, data, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)  // race: second
    RIGHT(MPI_Allreduce(data, sum, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)
    if (rank == 0) MPI_Win_complete(win);
    else MPI_Win_wait(win);
    MPI_Group_free(&other);
    use(sum[0]);
    end_with_window();
}

// race buffers/put-bcast: MPI_Bcast brings data to where a put takes its own.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the rank is the root, which only sends.
RACE(put_bcast) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    MPI_Bcast(data, 2, MPI_INT, WRONG(1) RIGHT(0), MPI_COMM_WORLD);   // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/put-gatherv: MPI_Gatherv brings data to where a put takes its own.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it brings them elsewhere.
RACE(put_gatherv) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    const int counts[2] = {1, 1}, places[2] = {0, WRONG(2) RIGHT(3)};
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data + 2, 1, MPI_INT, 1, 0, 1, MPI_INT, win);               // race: first
    MPI_Gatherv(&rank, 1, MPI_INT, data, counts, places, MPI_INT, 0, MPI_COMM_WORLD);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/put-recv: A message is received into the source of a put.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// mended: it is received into another buffer.
RACE(put_recv) {
    begin_with_window();
    int data[2] = {1, 2}, other[2] = {0};
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);                                         // race: first
        MPI_Recv(WRONG(data) RIGHT(other), 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: second
    } else if (rank == 1) {
        MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, win);
    use(other[0]);
    end_with_window();
}

// race buffers/put-reduce: MPI_Reduce brings a sum to where a put takes its data.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the other rank is the root, which alone has the sum.
RACE(put_reduce) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);                  // race: first
    MPI_Reduce(&rank, data, 1, MPI_INT, MPI_SUM, WRONG(0) RIGHT(1), MPI_COMM_WORLD);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/put-sendrecv: MPI_Sendrecv brings data to where a put takes its own.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: it brings them elsewhere.
RACE(put_sendrecv) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    const int other = 1 - rank;
    int* const to = data + WRONG(0) RIGHT(1);
    MPI_Status status;
    MPI_Sendrecv(&rank, 1, MPI_INT, other, 0, to, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &status);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/rget_accumulate-send: A message is sent from the result buffer of an operation that is under way.
// synchronisation: request
// ranks: 2
// rule: MM-BUF-1
// mended: the request is waited for.
RACE(rget_accumulate_send) {
    begin_with_window();
    int add[2] = {1, 2}, old[2] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rget_accumulate(add, 2, MPI_INT, old, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Send(old, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else if (rank == 1) {
        MPI_Recv(old, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/two-readers: Two puts and a send may read one buffer at the same time; a get may not bring data into
// it.
// synchronisation: lock_all
// ranks: 3
// rule: MM-BUF-1
// mended: all of them read.
RACE(two_readers) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);         // race: first
        WRONG(MPI_Get(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win);)  // race: second
        RIGHT(MPI_Put(data, 2, MPI_INT, 2, 0, 2, MPI_INT, win); MPI_Send(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);)
    }
    RIGHT(if (rank == 1) MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/gather-in-place: MPI_Gather in place leaves the root's own element alone.
// synchronisation: flush and collective call
// ranks: 2
// rule: MM-BUF-1
// mended: the put is of that.
RACE(gather_in_place) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&data[WRONG(1) RIGHT(0)], 1, MPI_INT, 1, 0, 1, MPI_INT, win);       // race: first
        MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, data, 1, MPI_INT, 0, MPI_COMM_WORLD);  // race: second
        MPI_Win_flush(1, win);
    } else {
        MPI_Gather(data, 1, MPI_INT, NULL, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/sendrecv-proc_null: A receive from MPI_PROC_NULL does not touch its buffer (MPI 4.1, 3.10).
// synchronisation: fence and message
// ranks: 2
// rule: MM-BUF-1
// mended: it is from there.
RACE(sendrecv_proc_null) {
    begin_with_window();
    int data = 1, out = 2;
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Accumulate(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);                         // race: first
        MPI_Sendrecv(&out, 1, MPI_INT, 1, 0, &data, 1, MPI_INT, WRONG(1) RIGHT(MPI_PROC_NULL), 0,  // race: second
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Sendrecv(&out, 1, MPI_INT, WRONG(0) RIGHT(MPI_PROC_NULL), 0, &data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Win_fence(0, win);
    end_with_window();
}

// race buffers/allgather-in-place: MPI_Allgather in place stores the elements of the other ranks.
// synchronisation: flush and collective call
// ranks: 2
// rule: MM-BUF-1
// mended: the put is of the own element, which is only read.
RACE(allgather_in_place) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    MPI_Put(&data[WRONG(1 - rank) RIGHT(rank)], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // race: first
    MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, data, 1, MPI_INT, MPI_COMM_WORLD);              // race: second
    MPI_Win_flush(1 - rank, win);
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/reduce-in-place: MPI_Reduce in place reads the buffer of the result at the root.
// synchronisation: flush and collective call
// ranks: 2
// rule: MM-BUF-1
// mended: behind the flush.
RACE(reduce_in_place) {
    begin_with_window();
    int data = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        MPI_Reduce(MPI_IN_PLACE, &data, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);  // race: second
    } else {
        MPI_Reduce(&data, NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
