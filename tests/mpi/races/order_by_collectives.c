// Collective calls that order operations of two ranks, or do not.
#include "tests/mpi/races/race.h"

#include <unistd.h>

// race order/alltoallv: No data, no order: a rank to which MPI_Alltoallv brings nothing need not wait.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: it brings something.
RACE(alltoallv) {
    begin_with_window();
    int out[3] = {1, 2, 3}, in[3] = {0};
    int places[3] = {0, 1, 2}, sent[3] = {1, 1, 1}, received[3] = {1, 1, 1};
    WRONG(if (rank == 1) sent[2] = 0;)
    WRONG(if (rank == 2) received[1] = 0;)
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Alltoallv(out, sent, places, MPI_INT, in, received, places, MPI_INT, MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/barrier-of-some: A barrier orders the ranks of its communicator.
// synchronisation: barrier
// ranks: 4
// rule: MM-PAIR-1
// mended: both are in it.
RACE(barrier_of_some) {
    begin_with_window();
    MPI_Comm some;
    MPI_Comm_split(MPI_COMM_WORLD, rank WRONG(% 2) RIGHT(/ 2), rank, &some);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(some);
    if (rank == 3) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    MPI_Comm_free(&some);
    end_with_window();
}

// race order/bcast: A broadcast tells others what its root did, not the root what others did.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: the rank that put is the root.
RACE(bcast) {
    begin_with_window();
    int word = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Bcast(&word, 1, MPI_INT, WRONG(2) RIGHT(1), MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/comm_split: No rank knows its place in what MPI_Comm_split makes before all have told their keys.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: the put comes before it.
RACE(comm_split) {
    begin_with_window();
    MPI_Comm copy;
    if (rank == 1) {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        RIGHT(MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)
        RIGHT(MPI_Win_unlock(0, win);)
    }
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &copy);
    if (rank == 1) {
        WRONG(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);)
        WRONG(MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)  // race: first
        WRONG(MPI_Win_unlock(0, win);)
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    MPI_Comm_free(&copy);
    end_with_window();
}

// race order/gatherv: The root of MPI_Gatherv need not wait for a rank that has nothing for it.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: it has something.
RACE(gatherv) {
    begin_with_window();
    int all[3] = {0};
    const int counts[3] = {1, WRONG(0) RIGHT(1), 1}, places[3] = {0, 1, 2};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(2, win);
    }
    MPI_Gatherv(&rank, counts[rank], MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(2, win);
    }
    end_with_window();
}

// race order/ibarrier: A barrier with a request is over when the request is.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: tested until it is.
RACE(ibarrier) {
    begin_with_window();
    MPI_Request request;
    int done = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    RIGHT(while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);
    end_with_window();
}

// race order/late-gather: Who calls MPI_Gather last, and is not its root, does not know of the others.
// synchronisation: MPI_Gather
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Allgather tells everybody.
RACE(late_gather) {
    begin_with_window();
    int of_all[3] = {0};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) usleep(100);
    WRONG(MPI_Gather(&rank, 1, MPI_INT, of_all, 1, MPI_INT, 0, MPI_COMM_WORLD);)
    RIGHT(MPI_Allgather(&rank, 1, MPI_INT, of_all, 1, MPI_INT, MPI_COMM_WORLD);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/late-reduce: Who calls MPI_Reduce last, and is not its root, does not know of the others.
// synchronisation: MPI_Reduce
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Allreduce tells everybody.
RACE(late_reduce) {
    begin_with_window();
    int of_all[3] = {0};
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) usleep(100);
    WRONG(MPI_Reduce(&rank, of_all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);)
    RIGHT(MPI_Allreduce(&rank, of_all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/late-scan: Who calls MPI_Scan last does not know of higher ranks.
// synchronisation: MPI_Scan
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Allreduce tells everybody.
RACE(late_scan) {
    begin_with_window();
    int of_all[3] = {0};
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 1) usleep(100);
    WRONG(MPI_Scan(&rank, of_all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)
    RIGHT(MPI_Allreduce(&rank, of_all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/reduce: Of a reduction only the root knows that all have called it.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: MPI_Allreduce tells everybody.
RACE(reduce) {
    begin_with_window();
    int sum = 0;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    WRONG(MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);)
    RIGHT(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race order/scan: A scan tells a rank of those before it.
// synchronisation: collectives
// ranks: 3
// rule: MM-PAIR-1
// mended: the later rank reads.
RACE(scan) {
    begin_with_window();
    const int first = WRONG(2) RIGHT(1), second = WRONG(1) RIGHT(2);
    int sum = 0;
    if (rank == first) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == second) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}
