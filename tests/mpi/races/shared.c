// Races of loads and stores to shared windows.
#include "tests/mpi/races/race.h"

// race shared/accumulate-neighbour: One rank adds by MPI, another stores directly to the same cell of shared memory.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: to the cell beside it.
RACE(accumulate_neighbour) {
    begin();
    int *mine, *first, unit, data = 3;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Accumulate(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 1) first[WRONG(1) RIGHT(2)] = 5;                                       // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/beside-put: The owner stores beside a put: shared memory has one copy in any model. To the same cell it
// may not.
// synchronisation: fence
// ranks: 3
// options: --set platform.ranks_per_node=3
// rule: MM-PAIR-2
// right scenario: windows/shared
// mended: another cell; a third rank reads both behind the fence.
RACE(beside_put) {
    begin();
    int *mine, *of_1, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 1, &bytes, &unit, &of_1);
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
    if (rank == 1) mine[WRONG(0) RIGHT(1)] = 6;                        // race: second
    MPI_Win_fence(0, win);
    if (rank == 2) use(of_1[0] + of_1[1]);
    MPI_Win_free(&win);
}

// race shared/fence: Fences are memory barriers for shared memory, barriers are not.
// synchronisation: fence
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// mended: a fence lies between.
RACE(fence) {
    begin();
    int *mine, *other, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 1 - rank, &bytes, &unit, &other);
    MPI_Win_fence(0, win);
    mine[0] = rank;  // race: first
    WRONG(MPI_Barrier(MPI_COMM_WORLD);)
    RIGHT(MPI_Win_fence(0, win);)
    use(other[0]);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race shared/get-into-neighbour: A get by another window, into what the neighbour shares; the neighbour loads that
// meanwhile.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-BUF-1
// mended: flush, and a barrier between two calls of MPI_Win_sync.
RACE(get_into_neighbour) {
    begin_with_window();
    int *mine, *of_1, unit;
    MPI_Aint bytes;
    MPI_Win shared;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
    MPI_Win_shared_query(shared, 1, &bytes, &unit, &of_1);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, shared);
    if (rank == 0) MPI_Get(of_1, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush_all(win); MPI_Win_sync(shared); MPI_Barrier(MPI_COMM_WORLD); MPI_Win_sync(shared);)
    if (rank == 1) use(of_1[1]);  // race: second
    MPI_Win_unlock_all(shared);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&shared);
    end_with_window();
}

// race shared/get-neighbour: A get of what the neighbour changes directly.
// synchronisation: lock_all
// ranks: 3
// options: --set platform.ranks_per_node=3
// rule: MM-PAIR-2
// mended: the get is complete, and the neighbour knows.
RACE(get_neighbour) {
    begin();
    int *mine, *first, unit, data = 0;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 2) {
        MPI_Get(&data, 1, MPI_INT, 0, 3, 1, MPI_INT, win);  // race: first
        WRONG(tell(1);)
        MPI_Win_flush(0, win);
        RIGHT(tell(1);)
    }
    if (rank == 1) {
        hear(2);
        first[3] = 4;  // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/load-store: A rank loads what another one stores at the same time.
// synchronisation: fence
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: in another epoch.
RACE(load_store) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_fence(0, win);
    if (rank == 0) first[1] = 7;  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    if (rank == 1) use(first[1]);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race shared/load-without-epoch: A message tells that the put is complete; a load outside all epochs may come before
// it all the same.
// synchronisation: exclusive lock and message
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// scenario: shared_memory/load-without-epoch
// mended: MPI_Win_sync in an epoch comes before the load.
RACE(load_without_epoch) {
    begin();
    int* mine;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&size, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: first
        MPI_Win_unlock(1, win);
        tell(1);
    } else {
        hear(0);
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); MPI_Win_sync(win);)
        use(mine[0]);  // race: second
        RIGHT(MPI_Win_unlock(1, win);)
    }
    MPI_Win_free(&win);
}

// race shared/owner-stores: The owner's store may wait in a buffer when another rank, which was told, gets its window.
// synchronisation: exclusive lock and message
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// scenario: shared_memory/store-without-epoch
// mended: MPI_Win_sync in an epoch comes behind the store.
RACE(owner_stores) {
    begin();
    int* mine;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    if (rank == 0) {
        int found;
        hear(1);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(&found, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);)
        mine[0] = 7;  // race: first
        RIGHT(MPI_Win_sync(win); MPI_Win_unlock(1, win);)
        tell(0);
    }
    MPI_Win_free(&win);
}

// race shared/put-neighbour: A put to a rank of shared memory, and a load of its neighbour.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-PAIR-2
// mended: flush, barrier, MPI_Win_sync.
RACE(put_neighbour) {
    begin();
    int *mine, *first, unit, data = 3;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(&data, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // race: first
    RIGHT(MPI_Win_flush(0, win); MPI_Barrier(MPI_COMM_WORLD); MPI_Win_sync(win);)
    if (rank == 1) use(first[1]);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/store-load: A rank loads what another one has stored in shared memory.
// synchronisation: barrier and MPI_Win_sync
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// mended: MPI_Win_sync before the barrier and behind it.
RACE(store_load) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) first[2] = 7;  // race: first
    RIGHT(MPI_Win_sync(win);)
    MPI_Barrier(MPI_COMM_WORLD);
    RIGHT(MPI_Win_sync(win);)
    if (rank == 1) use(first[2]);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/store-store: Two ranks store to one cell of shared memory, and nothing orders them.
// synchronisation: lock_all
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-3
// mended: each has a cell of its own.
RACE(store_store) {
    begin();
    int *mine, *first, unit;
    MPI_Aint bytes;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0) first[2] = 7;                  // race: first
    if (rank == 1) first[WRONG(2) RIGHT(3)] = 8;  // race: second
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// race shared/store-then-sum: The store may leave its buffer behind the sum of another rank, and undo it.
// synchronisation: exclusive lock and message
// ranks: 2
// options: --set platform.ranks_per_node=2
// rule: MM-SHM-1
// scenario: shared_memory/store-then-sum
// mended: MPI_Win_sync in an epoch comes behind the store.
RACE(store_then_sum) {
    begin();
    int* mine;
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    if (rank == 0) {
        int ten = 10, found;
        hear(1);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Fetch_and_op(&ten, &found, MPI_INT, 1, 0, MPI_SUM, win);  // race: second
        MPI_Win_unlock(1, win);
    } else {
        RIGHT(MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);)
        mine[0] = 1;  // race: first
        RIGHT(MPI_Win_sync(win); MPI_Win_unlock(1, win);)
        tell(0);
    }
    MPI_Win_free(&win);
}
