// Races of accesses to the buffers of operations that are not complete.
#include "tests/mpi/races/race.h"

// race buffers/accumulate-loop: The source of an accumulate is the variable of a loop.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: each has a variable of its own.
RACE(accumulate_loop) {
    begin_with_window();
    int terms[3] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        for (int i = 0; i < 3; ++i) {
            int* term = &terms[WRONG(0) RIGHT(i)];
            *term = i + 1;                                                     // race: second
            MPI_Accumulate(term, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        }
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/compare_and_swap-compare: What MPI_Compare_and_swap compares with is a buffer, too.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// access: first origin buffer
// scenario: buffers/swap-buffers
// mended: MPI_Win_flush_local_all comes before.
RACE(compare_and_swap_compare) {
    begin_with_window();
    int mine = 1, expected = 0, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Compare_and_swap(&mine, &expected, &found, MPI_INT, 1, 0, win);  // race: first
        RIGHT(MPI_Win_flush_local_all(win);)
        expected = 1;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/fetch_and_op-load: A ticket is used before the fetching operation is complete.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush_local comes between.
RACE(fetch_and_op_load) {
    begin_with_window();
    int one = 1, ticket = 0;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);  // race: first
    RIGHT(MPI_Win_flush_local(0, win);)
    use(ticket);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/fetch_and_op-source: The operand of a fetching operation is changed while that is under way; only its
// result may be waited for by a flush.
// synchronisation: lock_all
// ranks: 3
// rule: MM-BUF-1
// access: first origin buffer
// mended: the flush is of the target of the operation.
RACE(fetch_and_op_source) {
    begin_with_window();
    int one = 1, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Fetch_and_op(&one, &found, MPI_INT, 1, 0, MPI_SUM, win);  // race: first
        MPI_Win_flush(WRONG(2) RIGHT(1), win);
        one = 2;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/get-and-fetch: A get and MPI_Fetch_and_op have one result buffer.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/get-and-fetch
// mended: each has its own.
RACE(get_and_fetch) {
    begin_with_window();
    int one = 1, found[2] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(found, 1, MPI_INT, 1, 2, 1, MPI_INT, win);                               // race: first
        MPI_Fetch_and_op(&one, &found[WRONG(0) RIGHT(1)], MPI_INT, 1, 0, MPI_SUM, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/get-then-put: What a get brings is sent on by a put before it has come.
// synchronisation: lock_all
// ranks: 3
// rule: MM-BUF-1
// mended: MPI_Win_flush_local: for a get local completion is enough.
RACE(get_then_put) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        MPI_Put(data, 4, MPI_INT, 2, 0, 4, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/get_accumulate-load: The old values that MPI_Get_accumulate fetches are read too early.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush completes it.
RACE(get_accumulate_load) {
    begin_with_window();
    int added[2] = {1, 2}, old[2] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get_accumulate(added, 2, MPI_INT, old, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        use(old[1]);  // race: second
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/padding-of-a-source: The index of a pair changes while it is sent. Of a pair of long double and int
// most of the padding lies in between.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: what changes is the padding.
RACE(padding_of_a_source) {
    begin();
    struct {
        long double value;
        int index;
    } * mine, pair = {1, 2};
    MPI_Win_allocate(sizeof(*mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        char* const bytes = (char*)&pair;
        const int at = WRONG(16) RIGHT(12);
        MPI_Accumulate(&pair, 1, MPI_LONG_DOUBLE_INT, 0, 0, 1, MPI_LONG_DOUBLE_INT, MPI_MINLOC, win);  // race: first
        bytes[at] = (char)size;                                                                        // race: second
        keep(&pair);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race buffers/result-in-window: A get brings data into a window from which another rank gets.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-2
// access: first result buffer
// mended: into another part of it.
RACE(result_in_window) {
    begin_with_window();
    int data = 0;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(window + 2, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        MPI_Win_unlock(1, win);
    }
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, WRONG(3) RIGHT(4), 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(0, win);
    }
    end_with_window();
}

// race buffers/result-loaded: The result of a get is read before the fence that completes it.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/result-read
// mended: it is read behind the fence.
RACE(result_loaded) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: first
        WRONG(use(data[3]);)                               // race: second
    }
    MPI_Win_fence(0, win);
    use(data[3]);
    end_with_window();
}

// race buffers/result-stored: The result buffer of a get is stored to within the access epoch.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// mended: behind MPI_Win_complete.
RACE(result_stored) {
    begin_with_window();
    int data[4] = {0};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Get(data, 4, MPI_INT, 1, 2, 4, MPI_INT, win);  // race: first
        WRONG(data[1] = 7;)                                // race: second
        MPI_Win_complete(win);
        RIGHT(data[1] = 7;)
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race buffers/rget-into-window: MPI_Rget brings data into another window's memory.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// right scenario: buffers/request
// mended: its request is complete before they are read.
RACE(rget_into_window) {
    begin_with_window();
    MPI_Win other;
    MPI_Win_create(beside, sizeof(beside), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    if (rank == 0) {
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rget(beside, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        use(beside[0]);  // race: second
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&other);
    end_with_window();
}

// race buffers/source-incremented: A put's source may be read until local completion, but not changed.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// mended: it is only read.
RACE(source_incremented) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        WRONG(data[0]++;)                                  // race: second
        RIGHT(use(data[0]);)
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/source-loaded: The source of a put may be read, not written.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// right scenario: buffers/source-read
// mended: it is read.
RACE(source_loaded) {
    begin_with_window();
    int data[2] = {1, 2};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        WRONG(data[1] = 3;)                                // race: second
        RIGHT(use(data[1]);)
        MPI_Win_unlock(1, win);
    }
    keep(data);
    end_with_window();
}

// race buffers/source-stored: The source of a put is changed while the put is under way.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/source-changed
// mended: MPI_Win_flush_local ends the use of the source.
RACE(source_stored) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        data[1] = 3;  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race buffers/two-gets: Two gets write the same byte of their result buffers.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// scenario: buffers/two-results
// mended: the buffers touch, but do not overlap.
RACE(two_gets) {
    begin_with_window();
    int data[8] = {0};
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);                      // race: first
        MPI_Get(data + WRONG(3) RIGHT(4), 4, MPI_INT, 1, 4, 4, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/two-targets: One result buffer for the gets from two ranks, and a flush of one of them.
// synchronisation: flush
// ranks: 3
// rule: MM-BUF-1
// mended: MPI_Win_flush_all.
RACE(two_targets) {
    begin_with_window();
    int data[4] = {0};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
        MPI_Get(data + 2, 2, MPI_INT, 2, 0, 2, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush(1, win);)
        RIGHT(MPI_Win_flush_all(win);)
        use(data[0]);
        use(data[3]);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
