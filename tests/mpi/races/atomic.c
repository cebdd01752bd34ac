// Races of accumulates and other atomic operations.
#include "tests/mpi/races/race.h"

// race atomic/c11-store: An atomic store of the language while another rank gets the cell.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: the store waits for the get.
RACE(c11_store) {
    begin_with_window();
    int data = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Get(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    RIGHT(MPI_Barrier(MPI_COMM_WORLD);)
    if (rank == 0) __atomic_store_n(&window[0], 1, __ATOMIC_RELAXED);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/c11: An atomic operation of the language is none of MPI's.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: MPI_Accumulate to the own window.
RACE(c11) {
    begin_with_window();
    int one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 0) {
        WRONG(__atomic_fetch_add(&window[0], 1, __ATOMIC_SEQ_CST);)  // race: second
        RIGHT(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/fence-accumulates: Two ranks accumulate on one element in one epoch.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// right scenario: fence/accumulates
// mended: both add.
RACE(fence_accumulates) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Accumulate(&size, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 1)
        MPI_Accumulate(&size, 1, MPI_INT, 2, 0, 1, MPI_INT, WRONG(MPI_PROD) RIGHT(MPI_SUM), win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/get_accumulate-store: The owner takes the sum away while others still fetch and add.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-PAIR-2
// mended: the owner locks.
RACE(get_accumulate_store) {
    begin_with_window();
    int one = 1, old;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get_accumulate(&one, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        MPI_Win_unlock(0, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);)
        window[0] = 0;  // race: second
        RIGHT(MPI_Win_unlock(0, win);)
    }
    end_with_window();
}

// race atomic/no_op-put: MPI_NO_OP agrees with all accumulates, but with no put.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: an accumulate with MPI_PROD stands in place of the put.
RACE(no_op_put) {
    begin_with_window();
    int two = 2, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, 0, MPI_NO_OP, win);  // race: first
    WRONG(if (rank == 2) MPI_Put(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)        // race: second
    RIGHT(if (rank == 2) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_PROD, win);)
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/order-of-one-rank: Accumulates of one rank to one place are carried out in their order, whatever their
// operations (MPI 3.1, 11.7.2). Puts are not.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-1
// mended: MPI_REPLACE stands in place of the put.
RACE(order_of_one_rank) {
    begin_with_window();
    int one = 1, ten = 10;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        WRONG(MPI_Put(&ten, 1, MPI_INT, 1, 0, 1, MPI_INT, win);)  // race: first
        RIGHT(MPI_Accumulate(&ten, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);)
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/own-sum-and-prod: Two accumulates of one rank with two operations are ordered; those of two ranks are
// not.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// right scenario: lock_all/accumulates-of-one-rank
// mended: both of one rank.
RACE(own_sum_and_prod) {
    begin_with_window();
    int two = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    }
    if (rank == WRONG(2) RIGHT(0)) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/no-op-is-no-exception: The window's info promises one operation at a time. Without that promise NO_OP may
// be beside it.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: the promise is same_op_no_op.
RACE(no_op_is_no_exception) {
    begin();
    MPI_Info info;
    int got = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ops", WRONG("same_op") RIGHT("same_op_no_op"));
    MPI_Win_create(window, sizeof(window), sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);          // race: first
    if (rank == 2) MPI_Fetch_and_op(&rank, &got, MPI_INT, 0, 0, MPI_NO_OP, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/reads-ordered: Of the orders of accumulates the window keeps that of reads, where writes matter.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ACC-1
// mended: it keeps that of writes, too.
RACE(reads_ordered) {
    begin();
    MPI_Info info;
    int two = 2;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", WRONG("rar") RIGHT("rar,waw"));
    MPI_Win_create(window, sizeof(window), sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);   // race: first
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/replace-put: A put beside accumulates is not atomic, not even beside MPI_REPLACE.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: both are accumulates with MPI_REPLACE.
RACE(replace_put) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);  // race: first
    WRONG(if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)               // race: second
    RIGHT(if (rank == 2) MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);)
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/sum-get: A get beside accumulates is not atomic.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// scenario: lock_all/sum-get
// mended: MPI_Get_accumulate with MPI_NO_OP is.
RACE(sum_get) {
    begin_with_window();
    int two = 2, found = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 2) {
        WRONG(MPI_Get(&found, 1, MPI_INT, 0, 0, 1, MPI_INT, win);)  // race: second
        RIGHT(MPI_Get_accumulate(NULL, 0, MPI_INT, &found, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win);)
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/sum-prod: Accumulates of two operations on one element.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/sum-prod
// mended: the same operation.
RACE(sum_prod) {
    begin_with_window();
    int two = 2;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);          // race: first
    WRONG(if (rank == 2) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_PROD, win);)  // race: second
    RIGHT(if (rank == 2) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/sum-replace: A counter is reset by MPI_REPLACE while another rank adds.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: it is reset in an epoch of its own.
RACE(sum_replace) {
    begin_with_window();
    int zero = 0, one = 1;
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 2) MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/swap-sum: MPI_Compare_and_swap beside an accumulate with another operation.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/swap-sum
// mended: two of MPI_Compare_and_swap.
RACE(swap_sum) {
    begin_with_window();
    int one = 1, zero = 0, found;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Compare_and_swap(&one, &zero, &found, MPI_INT, 0, 0, win);  // race: first
    if (rank == 2) {
        WRONG(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);)  // race: second
        RIGHT(MPI_Compare_and_swap(&one, &zero, &found, MPI_INT, 0, 0, win);)
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/unordered: The window's info says that the program needs no order of accumulates, but it does.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ACC-1
// scenario: lock_all/accumulates-unordered
// mended: the first one is complete before the second is called.
RACE(unordered) {
    begin();
    MPI_Info info;
    int two = 2;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_create(window, sizeof(window), sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush(1, win);)
        MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
