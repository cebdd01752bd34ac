// Races in windows that overlap, or that are made in other ways.
#include "tests/mpi/races/race.h"

// race windows/again: The memory of a window that was freed is in another window; what was done through the first is
// over.
// synchronisation: MPI_Win_free
// ranks: 3
// rule: MM-COPY-3
// mended: the first is freed before the second is used.
RACE(again) {
    begin();
    MPI_Win second;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    WRONG(MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);)
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    RIGHT(MPI_Win_free(&win);)
    RIGHT(MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);)
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, second);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, second);  // race: second
        MPI_Win_unlock(0, second);
    }
    MPI_Win_free(&second);
    WRONG(MPI_Win_free(&win);)
}

// race windows/allocate: Memory that MPI allocates.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the load is of the rank's other cell.
RACE(allocate) {
    begin();
    int* cells;
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);  // race: first
    use(cells[WRONG(0) RIGHT(1)]);                                      // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race windows/detach-last: Memory is detached while another rank puts to its last cell.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ATT-1
// scenario: windows/detach-beside-put
// mended: the put is complete, and a message says so.
RACE(detach_last) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window));
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, base + 60, 1, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        MPI_Win_detach(win, window);  // race: second
    }
    MPI_Win_unlock_all(win);
    if (rank == 1) MPI_Win_detach(win, window);
    MPI_Win_free(&win);
}

// race windows/detach: Memory is detached while another rank puts there.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ATT-1
// scenario: windows/detach-beside-put
// mended: the put is complete, and a message says so.
RACE(detach) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window));
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, base, 1, MPI_INT, win);  // race: first
        WRONG(MPI_Win_flush_local(0, win);)
        RIGHT(MPI_Win_flush(0, win);)
        tell(0);
    } else {
        hear(1);
        MPI_Win_detach(win, window);  // race: second
    }
    MPI_Win_unlock_all(win);
    if (rank == 1) MPI_Win_detach(win, window);
    MPI_Win_free(&win);
}

// race windows/dynamic-load: The owner reads what it attached while another rank puts there.
// synchronisation: lock_all
// ranks: 2
// rule: MM-PAIR-2
// mended: it reads memory that is attached but not put to.
RACE(dynamic_load) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window));
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(window, 2, MPI_INT, 0, base, 2, MPI_INT, win);  // race: first
    if (rank == 0) use(window[WRONG(1) RIGHT(2)]);                         // race: second
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, window);
    MPI_Win_free(&win);
}

// race windows/dynamic: Two puts into memory that was attached to a dynamic window.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: into two pieces that lie side by side.
RACE(dynamic) {
    begin();
    MPI_Aint base;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, window, sizeof(window) / 2);
    MPI_Win_attach(win, window + 8, sizeof(window) / 2);
    MPI_Get_address(window, &base);
    MPI_Bcast(&base, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(window, 1, MPI_INT, 0, base + 28, 1, MPI_INT, win);                   // race: first
    if (rank == 2) MPI_Put(window, 1, MPI_INT, 0, base + WRONG(28) RIGHT(32), 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, window);
    MPI_Win_detach(win, window + 8);
    MPI_Win_free(&win);
}

// race windows/halves: Two windows over the halves of one array.
// synchronisation: fence
// ranks: 3
// rule: MM-COPY-3
// mended: they do not overlap.
RACE(halves) {
    begin();
    MPI_Win other;
    MPI_Win_create(window, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(window + WRONG(7) RIGHT(8), 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 7, 1, MPI_INT, win);    // race: first
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
}

// race windows/order-by-another: Fences of one window order accesses through another if those are complete.
// synchronisation: fence and flush
// ranks: 3
// rule: MM-PAIR-1
// mended: they are.
RACE(order_by_another) {
    begin();
    static int more[4];
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(more, sizeof(more), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, win);
    MPI_Win_fence(0, other);
    if (rank == 1) {
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
        RIGHT(MPI_Win_flush(0, win);)
    }
    MPI_Win_fence(0, other);
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
}

// race windows/overlap: Two windows over one memory: a fence of one says nothing to the other's public copy.
// synchronisation: fence
// ranks: 2
// wrong under: separate
// rule: MM-COPY-3
// scenario: windows/overlap
// mended: fences of both.
RACE(overlap) {
    begin_with_window();
    MPI_Win other;
    int got;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, other);
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    MPI_Win_fence(0, win);
    RIGHT(MPI_Win_fence(0, other);)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    end_with_window();
}

// race windows/self: A window of MPI_COMM_SELF over the memory of a window of all.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-COPY-3
// mended: over other memory.
RACE(self) {
    begin_with_window();
    MPI_Win alone;
    MPI_Win_create(WRONG(window) RIGHT(beside), sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &alone);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(0, win);
    }
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, alone);
        MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, alone);  // race: second
        MPI_Win_unlock(0, alone);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&alone);
    end_with_window();
}

// race windows/sub-communicator: Ranks of a window are those of its communicator.
// synchronisation: fence
// ranks: 4
// rule: MM-PAIR-1
// mended: rank 2 of the world is rank 1 of the reversed communicator.
RACE(sub_communicator) {
    begin();
    MPI_Comm reversed;
    int place;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &place);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, reversed, &win);
    MPI_Comm_free(&reversed);
    MPI_Win_fence(0, win);
    if (place == 1) MPI_Put(&rank, 1, MPI_INT, 3, 2, 1, MPI_INT, win);                           // race: first
    if (rank == WRONG(1) RIGHT(2)) MPI_Put(&rank, 1, MPI_INT, 3, 2 RIGHT(+1), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race windows/two-over-one: Two windows lie over the same memory, and a put through each to the same place.
// synchronisation: fence
// ranks: 3
// rule: MM-COPY-3
// mended: one after the other, each with fences.
RACE(two_over_one) {
    begin_with_window();
    MPI_Win other;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_fence(0, win); MPI_Win_fence(0, other);)
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, other);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, other);
    MPI_Win_free(&other);
    end_with_window();
}

// race windows/units: Displacements are in units of the target's part of the window.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the units are taken into account.
RACE(units) {
    begin();
    MPI_Win_create(window, sizeof(window), rank == 0 ? 1 : 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 8, 1, MPI_INT, win);                    // race: first
    if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, WRONG(11) RIGHT(12), 1, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race windows/swap-over-one: Two windows over one memory, and swaps through both. They are not atomic with each other.
// synchronisation: lock_all
// ranks: 3
// rule: MM-COPY-3
// mended: through one.
RACE(swap_over_one) {
    begin_with_window();
    MPI_Win other;
    int zero = 0, old = 0;
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, other);
    if (rank == 1) MPI_Compare_and_swap(&rank, &zero, &old, MPI_INT, 0, 0, win);                      // race: first
    if (rank == 2) MPI_Compare_and_swap(&rank, &zero, &old, MPI_INT, 0, 0, WRONG(other) RIGHT(win));  // race: second
    MPI_Win_unlock_all(other);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&other);
    end_with_window();
}
