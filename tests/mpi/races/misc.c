// Races of several kinds: many ranks, many messages, no elements.
#include "tests/mpi/races/race.h"

// race misc/all-to-one: Only one of the pairs of four ranks is wrong.
// synchronisation: lock_all
// ranks: 4
// rule: MM-PAIR-1
// mended: the last rank puts behind the others.
RACE(all_to_one) {
    begin_with_window();
    MPI_Win_lock_all(0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, WRONG(rank == 3 ? 1 : rank) RIGHT(rank), 1, MPI_INT, win);  // race: both
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race misc/gather-into-window: MPI_Gather writes to a window from which another rank gets.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-2
// mended: the get is from what lies behind.
RACE(gather_into_window) {
    begin_with_window();
    int data = 0;
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&data, 1, MPI_INT, 0, WRONG(1) RIGHT(3), 1, MPI_INT, win);  // race: first
    }
    MPI_Gather(&rank, 1, MPI_INT, window, 1, MPI_INT, 0, MPI_COMM_WORLD);  // race: second
    if (rank == 2) MPI_Win_unlock(0, win);
    end_with_window();
}

// race misc/many-small: A thousand puts, of which one meets another.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: none does.
RACE(many_small) {
    begin();
    int* field;
    MPI_Win_allocate(4000 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &field, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; rank > 0 && i < 500; ++i) {
        const int at = 2 * i + rank - 1;
        MPI_Put(&rank, 1, MPI_INT, 0, WRONG(at == 700 ? 701 : at) RIGHT(at), 1, MPI_INT, win);  // race: both
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race misc/no-elements: An operation without elements accesses nothing.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: rank 2 puts none.
RACE(no_elements) {
    begin_with_window();
    const int count = rank == 2 ? WRONG(1) RIGHT(0) : 1;
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(&rank, count, MPI_INT, 0, 4, count, MPI_INT, win);  // race: both
    MPI_Win_fence(0, win);
    end_with_window();
}

// race misc/proc_null: An operation with MPI_PROC_NULL uses no buffer.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the target is MPI_PROC_NULL.
RACE(proc_null) {
    begin_with_window();
    int data[2] = {1, 2};
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 2, MPI_INT, WRONG(1) RIGHT(MPI_PROC_NULL), 0, 2, MPI_INT, win);  // race: first
        data[0] = 3;                                                                   // race: second
    }
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race misc/ring: Each rank puts to its right neighbour, and gets from its left one.
// synchronisation: fence
// ranks: 4
// rule: MM-PAIR-1
// mended: the get is of another cell.
RACE(ring) {
    begin_with_window();
    int data = 0;
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);                         // race: first
    MPI_Get(&data, 1, MPI_INT, (rank + size - 1) % size, WRONG(0) RIGHT(1), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race misc/send-from-window: A message is sent from a window to which another rank puts.
// synchronisation: shared lock
// ranks: 3
// rule: MM-PAIR-2
// mended: it is sent from another part.
RACE(send_from_window) {
    begin_with_window();
    int data[2];
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 0) MPI_Send(window + WRONG(0) RIGHT(2), 2, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race: second
    if (rank == 1) MPI_Recv(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    end_with_window();
}

// race misc/sum-of-window: MPI_Allreduce in place on a window, while another rank accumulates there.
// synchronisation: shared lock
// ranks: 3
// right under: unified
// rule: MM-PAIR-2
// mended: on the cells beside it.
RACE(sum_of_window) {
    begin_with_window();
    int one = 1;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);  // race: first
    }
    MPI_Allreduce(MPI_IN_PLACE, window + WRONG(0) RIGHT(2), 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // race: second
    if (rank == 1) MPI_Win_unlock(0, win);
    end_with_window();
}

// race misc/wide-window: Displacements of long long, beyond what an int counts in bytes.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: neighbours at the far end.
RACE(wide_window) {
    begin();
    long long* far = NULL;
    const MPI_Aint length = 1 << 20;
    MPI_Win_allocate(length * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &far, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(far, 4, MPI_LONG_LONG, 0, length - 8, 4, MPI_LONG_LONG, win);  // race: first
    if (rank == 2)
        MPI_Put(far, 4, MPI_LONG_LONG, 0, length - WRONG(5) RIGHT(4), 4, MPI_LONG_LONG, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race misc/window-in-window: The source of a put lies in a window to which another rank puts.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-2
// access: first origin buffer
// mended: in another part of it.
RACE(window_in_window) {
    begin_with_window();
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(window + 2, 2, MPI_INT, 2, 0, 2, MPI_INT, win);             // race: first
    if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, WRONG(3) RIGHT(4), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}
