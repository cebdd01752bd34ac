// Values in windows that order operations of two ranks, or do not: flags, counters, locks.
#include "tests/mpi/races/race.h"

#include <unistd.h>

// race order/counter: Who adds last to a counter, as the values show, reads what all have put.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// mended: flush before the counter is added to.
RACE(counter) {
    begin_with_window();
    int one = 1, before = 0, data[3];
    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(0, win);)
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 8, MPI_SUM, win);
    MPI_Win_flush(0, win);
    if (before == size - 1) MPI_Get(data, 3, MPI_INT, 0, 0, 3, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/data-and-flag: Data under one lock, a flag under the next; who finds the flag reads the data.
// synchronisation: locks
// ranks: 3
// rule: MM-PAIR-1
// right scenario: lock/data-and-flag
// mended: exclusive locks, and who does not find it does not read.
RACE(data_and_flag) {
    begin_with_window();
    const int type = WRONG(MPI_LOCK_SHARED) RIGHT(MPI_LOCK_EXCLUSIVE);
    int one = 1, flag = 0, data;
    if (rank == 1) {
        MPI_Win_lock(type, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
        MPI_Win_lock(type, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_unlock(0, win);
    }
    if (rank == 2) {
        MPI_Win_lock(type, 0, 0, win);
        MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_unlock(0, win);
        if (WRONG(1 ||) flag == 1) {
            MPI_Win_lock(type, 0, 0, win);
            MPI_Get(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: second
            MPI_Win_unlock(0, win);
        }
    }
    end_with_window();
}

// race order/flag: A flag that is set by MPI_Accumulate and fetched until it is: what was complete before is ordered.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/flag-before-flush
// mended: flush before the flag is set.
RACE(flag) {
    begin_with_window();
    int data[2] = {1, 2}, one = 1, flag = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
        MPI_Accumulate(&one, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    }
    if (rank == 2) {
        while (flag == 0) {
            MPI_Fetch_and_op(NULL, &flag, MPI_INT, 2, 8, MPI_NO_OP, win);
            MPI_Win_flush(2, win);
        }
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/one-of-two: Two ranks count up when their data are there; who goes on at 1 knows of one of them.
// synchronisation: fetched values
// ranks: 4
// rule: MM-PAIR-1
// scenario: values/one-of-two
// mended: who reads waits until it is 2.
RACE(one_of_two) {
    begin_with_window();
    int one = 1, arrived = 0, data[2];
    MPI_Win_lock_all(0, win);
    if (rank == 0 || rank == 1) {
        if (rank == 1) hear(2);
        MPI_Put(&one, 1, MPI_INT, 3, rank, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(3, win);
        MPI_Accumulate(&one, 1, MPI_INT, 3, 8, 1, MPI_INT, MPI_SUM, win);
    }
    if (rank == 2) {
        RIGHT(tell(1);)
        while (arrived < WRONG(1) RIGHT(2)) {
            MPI_Fetch_and_op(NULL, &arrived, MPI_INT, 3, 8, MPI_NO_OP, win);
            MPI_Win_flush(3, win);
        }
        MPI_Get(data, 2, MPI_INT, 3, 0, 2, MPI_INT, win);  // race: second
        WRONG(tell(1);)
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/polled-load: A rank polls its own memory for a flag (MPI 3.1, 11.7, permits that in the unified model),
// with MPI_Win_sync between.
// synchronisation: polling
// ranks: 3
// only under: unified
// rule: MM-PAIR-1
// mended: what the flag tells of is complete before the flag is set.
RACE(polled_load) {
    begin_with_window();
    int data[2] = {1, 2}, one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
        MPI_Accumulate(&one, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    }
    if (rank == 2) {
        while (*(volatile int*)&window[8] == 0) MPI_Win_sync(win);
        MPI_Get(data, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/same-value: A flag is set to the value that it had: who finds it knows nothing.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/same-value
// mended: another value, and who reads waits for it.
RACE(same_value) {
    begin_with_window();
    int data = 7, flag = WRONG(0) RIGHT(1), seen = 0, got;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&data, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(2, win);
        MPI_Accumulate(&flag, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    }
    if (rank == 1) {
        do {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 2, 8, MPI_NO_OP, win);
            MPI_Win_flush(2, win);
        } while (seen != flag);
        MPI_Get(&got, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/swap-lock: A lock of the program's own, by MPI_Compare_and_swap, guards what is counted up by a get and a
// put.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/swap-lock
// mended: what it guards is complete before it is given back.
RACE(swap_lock) {
    begin_with_window();
    int mine = 1, nobody = 0, found = 1, guarded;
    MPI_Win_lock_all(0, win);
    while (found != 0) {
        MPI_Compare_and_swap(&mine, &nobody, &found, MPI_INT, 0, 8, win);
        MPI_Win_flush(0, win);
    }
    MPI_Get(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_flush(0, win);
    ++guarded;
    MPI_Put(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second, both
    RIGHT(MPI_Win_flush(0, win);)
    MPI_Accumulate(&nobody, 1, MPI_INT, 0, 8, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/taken-back: A flag that an accumulate sets is taken back by a put.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// right scenario: values/taken-back
// mended: by who has found it set.
RACE(taken_back) {
    begin_with_window();
    int one = 1, zero = 0, seen = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Accumulate(&one, 1, MPI_INT, 2, 8, 1, MPI_INT, MPI_REPLACE, win);  // race: first
    if (rank == 1) {
        while (WRONG(0 &&) seen == 0) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 2, 8, MPI_NO_OP, win);
            MPI_Win_flush(2, win);
        }
        MPI_Put(&zero, 1, MPI_INT, 2, 8, 1, MPI_INT, win);  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/ticket: Ranks take numbers and wait until theirs is called; then they count up what the lock guards.
// synchronisation: fetched values
// ranks: 3
// rule: MM-PAIR-1
// scenario: values/ticket
// mended: the next number is called when the put is complete.
RACE(ticket) {
    begin_with_window();
    int one = 1, number = 0, called = -1, guarded;
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &number, MPI_INT, 0, 8, MPI_SUM, win);
    MPI_Win_flush(0, win);
    while (called != number) {
        MPI_Fetch_and_op(NULL, &called, MPI_INT, 0, 9, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    }
    MPI_Get(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_flush(0, win);
    ++guarded;
    MPI_Put(&guarded, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second, both
    RIGHT(MPI_Win_flush(0, win);)
    MPI_Accumulate(&one, 1, MPI_INT, 0, 9, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race order/loaded-once: A volatile load that is executed once does not poll: it is a load beside a put.
// synchronisation: polling
// ranks: 2
// rule: MM-PAIR-2
// right under: unified
// mended: it polls (MPI 4.1, 12.7, permits that in the unified model).
RACE(loaded_once) {
    begin_with_window();
    const int one = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        usleep(100);
        MPI_Put(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // race: first
        MPI_Win_flush(1, win);
    } else {
        WRONG(usleep(1000);)
        RIGHT(while (*(volatile int*)&window[3] == 0) MPI_Win_sync(win);)
        WRONG(use(*(volatile int*)&window[3]);)  // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}
