// Locks, flushes and MPI_Win_sync.
#include "tests/mpi/programs/check.h"

// program flush_get: flush and flush_local complete gets.
PROGRAM(flush_get) {
    int memory[2] = {rank, 100 + rank}, got[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int target = 0; target < size; ++target) {
        MPI_Get(got, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_flush(target, win);
        EXPECT(got[0] == target);
        MPI_Get(got + 1, 1, MPI_INT, target, 1, 1, MPI_INT, win);
        MPI_Win_flush_local(target, win);
        EXPECT(got[1] == 100 + target);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program flush_local_reuse: After flush_local the origin's buffer may be written again: what was put is what it held.
PROGRAM(flush_local_reuse) {
    int memory[50], value;
    memset(memory, 0, sizeof(memory));
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    for (int i = 0; i < 50; ++i) {
        value = 3 * i + 1;
        MPI_Put(&value, 1, MPI_INT, right, i, 1, MPI_INT, win);
        MPI_Win_flush_local(right, win);
        value = -1;
    }
    MPI_Win_unlock(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 50; ++i) EXPECT(memory[i] == 3 * i + 1);
    MPI_Win_free(&win);
}

// program flush_nothing: Flushes of targets to which nothing was sent.
PROGRAM(flush_nothing) {
    int memory = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int target = 0; target < size; ++target) {
        MPI_Win_flush(target, win);
        MPI_Win_flush_local(target, win);
    }
    MPI_Win_flush_all(win);
    MPI_Win_flush_local_all(win);
    MPI_Win_flush(MPI_PROC_NULL, win);
    MPI_Win_unlock_all(win);
    EXPECT(memory == 1 && rank < size);
    MPI_Win_free(&win);
}

// program lock_all_everybody: All ranks in lock_all at once; flush(target) orders a put before a message.
PROGRAM(lock_all_everybody) {
    int memory[4] = {-1, -1, -1, -1}, token = 0;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    const int right = (rank + 1) % size, left = (rank + size - 1) % size, value = 20 + rank;
    MPI_Put(&value, 1, MPI_INT, right, 2, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Sendrecv(&value, 1, MPI_INT, right, 0, &token, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    EXPECT(memory[2] == 20 + left && token == 20 + left);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program lock_all_flush: The four flushes under MPI_Win_lock_all.
PROGRAM(lock_all_flush) {
    int memory[4] = {0, 0, 0, 0}, from = 1, got = -1;
    const int right = (rank + 1) % size;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Put(&from, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_flush_local(right, win);
    from = 2;
    MPI_Put(&from, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    from = 3;
    MPI_Put(&from, 1, MPI_INT, right, 2, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Get(&got, 1, MPI_INT, right, 2, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    EXPECT(got == 3);
    from = 4;
    MPI_Put(&from, 1, MPI_INT, right, 3, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    for (int i = 0; i < 4; ++i) EXPECT(memory[i] == i + 1);
}

// program lock_all_rounds: Ten epochs of lock_all, in each of which only some ranks take part.
PROGRAM(lock_all_rounds) {
    int memory = 0;
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int round = 0; round < 10; ++round) {
        if ((rank + round) % 2) continue;
        MPI_Win_lock_all(0, win);
        for (int target = 0; target < size; ++target) {
            MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
        }
        MPI_Win_unlock_all(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    EXPECT(memory == 5 * size);
    MPI_Win_free(&win);
}

// program lock_empty: Epochs without operations.
// SMPI's own: it ends
PROGRAM(lock_empty) {
    int memory = 5;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 0; i < 10; ++i) {
        MPI_Win_lock(i % 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, (rank + i) % size, 0, win);
        MPI_Win_unlock((rank + i) % size, win);
        MPI_Win_lock_all(0, win);
        if (i % 3 == 0) MPI_Win_flush_all(win);
        MPI_Win_unlock_all(win);
    }
    EXPECT(memory == 5);
    MPI_Win_free(&win);
}

// program lock_exclusive: Reading and writing under exclusive locks loses no increment.
// SMPI's own: increments are lost
PROGRAM(lock_exclusive) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 0; i < 5; ++i) {
        int value = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        ++value;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory == 5 * size);
    MPI_Win_free(&win);
}

// program lock_nocheck: MPI_MODE_NOCHECK where no lock conflicts.
PROGRAM(lock_nocheck) {
    int memory = -1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, MPI_MODE_NOCHECK, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_free(&win);
    EXPECT(memory == (rank + size - 1) % size);
}

// program lock_read_modify_write: get, add and put under an exclusive lock lose nothing.
// SMPI's own: its exclusive lock lets others in after a flush
PROGRAM(lock_read_modify_write) {
    long counter = 0;
    MPI_Win win = window_over(&counter, sizeof(counter), sizeof(long));
    for (int i = 0; i < 10; ++i) {
        long seen;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(&seen, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_flush(1, win);
        seen += 1 + rank;
        MPI_Put(&seen, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) EXPECT(counter == 10L * size * (size + 1) / 2);
    MPI_Win_free(&win);
}

// program lock_self: A rank locks its own part, exclusive and shared, and loads what it has put.
PROGRAM(lock_self) {
    int memory = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 1; i <= 4; ++i) {
        int got = -1;
        MPI_Win_lock(i % 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, rank, 0, win);
        MPI_Put(&i, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
        MPI_Win_flush(rank, win);
        MPI_Get(&got, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
        MPI_Win_unlock(rank, win);
        EXPECT(memory == i && got == i);
    }
    EXPECT(rank < size);
    MPI_Win_free(&win);
}

// program lock_several: Shared locks of all ranks held at once, taken one by one, released in another order.
PROGRAM(lock_several) {
    int memory[4] = {0, 0, 0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    for (int target = 0; target < size; ++target) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    for (int target = 0; target < size; ++target) {
        const int value = 10 * rank + target;
        MPI_Put(&value, 1, MPI_INT, target, rank, 1, MPI_INT, win);
        MPI_Win_flush_local(target, win);
    }
    for (int target = size - 1; target >= 0; --target) MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == 10 * i + rank);
    MPI_Win_free(&win);
}

// program lock_shared: Shared locks of several targets at once.
PROGRAM(lock_shared) {
    int memory[4] = {-1, -1, -1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int target = 0; target < size; ++target) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    for (int target = 0; target < size; ++target) MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    for (int target = 0; target < size; ++target) MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int i = 0; i < size; ++i) EXPECT(memory[i] == i);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

// program lock_target_computes: The target makes no call of MPI while others wait for its lock: they are served when it
// calls again.
PROGRAM(lock_target_computes) {
    int memory = 0;
    const int one = 1;
    volatile double sum = 0;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    if (rank == 0) {
        for (int i = 1; i < 100000; ++i) sum += 1.0 / i;
        EXPECT(sum > 12 && sum < 13);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory == size - 1);
    MPI_Win_free(&win);
}

// program producer_consumer: Data, flush, then a flag: whoever sees the flag sees the data.
// SMPI's own: a loop of operations and flushes takes it no time, and never ends
PROGRAM(producer_consumer) {
    int memory[3] = {0, 0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        const int data[2] = {17, 18}, flag = 1;
        for (int target = 1; target < size; ++target) {
            MPI_Put(data, 2, MPI_INT, target, 0, 2, MPI_INT, win);
            MPI_Win_flush(target, win);
            MPI_Accumulate(&flag, 1, MPI_INT, target, 2, 1, MPI_INT, MPI_REPLACE, win);
            MPI_Win_flush(target, win);
        }
    } else {
        int seen = 0;
        while (seen == 0) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, 2, MPI_NO_OP, win);
            MPI_Win_flush(rank, win);
        }
        MPI_Win_sync(win);
        EXPECT(memory[0] == 17 && memory[1] == 18);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    EXPECT(size == 4);
}

// program sync: MPI_Win_sync beside a flag that another rank sets.
PROGRAM(sync) {
    (void)size;
    int memory[2] = {0, 0};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        const int data = 42, flag = 1;
        MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&flag, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    if (rank == 0) {
        int flag = 0;
        while (flag == 0) {
            MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 1, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        MPI_Win_sync(win);
        EXPECT(memory[0] == 42);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
