// Operations that fetch what was there, and locks and lists that programs build of them.
#include "tests/mpi/programs/check.h"

// program cas_one_wins: Of all ranks that swap 0 for their number, one gets 0 back.
// SMPI's own: its compare_and_swap is not atomic
PROGRAM(cas_one_wins) {
    int memory = 0, zero = 0, mine = rank + 1, old = -1, winners;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Compare_and_swap(&mine, &zero, &old, MPI_INT, 2, 0, win);
    MPI_Win_unlock_all(win);
    const int won = old == 0;
    MPI_Allreduce(&won, &winners, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(winners == 1);
    if (rank == 2) EXPECT(memory >= 1 && memory <= size);
    MPI_Win_free(&win);
}

// program cas_types: COMPARE_AND_SWAP on integers of all lengths: it writes only what is equal in all bytes.
#define TRY(mpi, type)                                                         \
    do {                                                                       \
        type memory = (type)-3, wrong = 3, right = (type)-3, now = 9, old = 0; \
        MPI_Win win = window_over(&memory, sizeof(memory), sizeof(type));      \
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);                        \
        MPI_Compare_and_swap(&now, &wrong, &old, mpi, rank, 0, win);           \
        MPI_Win_flush(rank, win);                                              \
        EXPECT(memory == right && old == right);                               \
        MPI_Compare_and_swap(&now, &right, &old, mpi, rank, 0, win);           \
        MPI_Win_unlock(rank, win);                                             \
        EXPECT(memory == 9 && old == right);                                   \
        MPI_Win_free(&win);                                                    \
    } while (0)
PROGRAM(cas_types) {
    TRY(MPI_SIGNED_CHAR, signed char);
    TRY(MPI_BYTE, unsigned char);
    TRY(MPI_UNSIGNED_SHORT, unsigned short);
    TRY(MPI_INT, int);
    TRY(MPI_LONG, long);
    TRY(MPI_UINT64_T, unsigned long);
    EXPECT(rank < size);
}
#undef TRY

// program compare_and_swap: One rank only swaps; all see what was there.
// SMPI's own: two ranks swap
PROGRAM(compare_and_swap) {
    (void)size;
    long memory = 0, mine = rank + 1, none = 0, before = -1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(long));
    MPI_Win_lock_all(0, win);
    MPI_Compare_and_swap(&mine, &none, &before, MPI_LONG, 0, 0, win);
    MPI_Win_flush(0, win);
    MPI_Win_unlock_all(win);
    int won = before == 0, all = 0;
    MPI_Allreduce(&won, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(all == 1);
    if (rank == 0) EXPECT(memory >= 1 && memory <= 4);
    MPI_Win_free(&win);
}

// program fetch_and_op: Each rank draws a ticket.
PROGRAM(fetch_and_op) {
    int memory = 0, ticket = -1, tickets[4] = {0, 0, 0, 0};
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    EXPECT(ticket >= 0 && ticket < size);
    MPI_Win_unlock_all(win);
    MPI_Gather(&ticket, 1, MPI_INT, tickets, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int drawn = 0;
    for (int i = 0; i < size; ++i) drawn |= 1 << tickets[i];
    if (rank == 0) EXPECT(drawn == (1 << size) - 1 && memory == size);
    MPI_Win_free(&win);
}

// program fop_types: FETCH_AND_OP on all lengths.
#define TRY(mpi, type)                                                    \
    do {                                                                  \
        type memory = 3, one = 1, old = 0;                                \
        MPI_Win win = window_over(&memory, sizeof(memory), sizeof(type)); \
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);                   \
        MPI_Fetch_and_op(&one, &old, mpi, rank, 0, MPI_SUM, win);         \
        MPI_Win_unlock(rank, win);                                        \
        EXPECT(memory == 4 && old == 3);                                  \
        MPI_Win_free(&win);                                               \
    } while (0)
PROGRAM(fop_types) {
    TRY(MPI_SIGNED_CHAR, signed char);
    TRY(MPI_UNSIGNED_CHAR, unsigned char);
    TRY(MPI_SHORT, short);
    TRY(MPI_INT, int);
    TRY(MPI_UNSIGNED_LONG, unsigned long);
    TRY(MPI_INT64_T, long);
    TRY(MPI_FLOAT, float);
    TRY(MPI_DOUBLE, double);
    TRY(MPI_LONG_DOUBLE, long double);
    TRY(MPI_AINT, MPI_Aint);
    EXPECT(rank < size);
}
#undef TRY

// program get_accumulate: MPI_Get_accumulate returns what was there before.
PROGRAM(get_accumulate) {
    int memory[2] = {10, 20}, mine[2] = {1, 2}, before[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(mine, 2, MPI_INT, before, 2, MPI_INT, (rank + 1) % size, 0, 2, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(before[0] == 10 && before[1] == 20 && memory[0] == 11 && memory[1] == 22);
    MPI_Win_free(&win);
}

// program get_accumulate_replace: GET_ACCUMULATE with MPI_REPLACE swaps; each value is seen once.
PROGRAM(get_accumulate_replace) {
    int memory = -1, mine = rank, old = -2, seen[4];
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    MPI_Get_accumulate(&mine, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) mine = memory;
    MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allgather(&old, 1, MPI_INT, seen, 1, MPI_INT, MPI_COMM_WORLD);
    int sum = mine;
    for (int i = 0; i < size; ++i) sum += seen[i];
    EXPECT(sum == size * (size - 1) / 2 - 1);
    MPI_Win_free(&win);
}

// program get_accumulate_vector: The old values go into a vector of the result.
PROGRAM(get_accumulate_vector) {
    int memory[3] = {10, 20, 30}, result[6] = {0, 0, 0, 0, 0, 0}, mine[3] = {1, 2, 3};
    MPI_Datatype spread;
    MPI_Type_vector(3, 1, 2, MPI_INT, &spread);
    MPI_Type_commit(&spread);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(mine, 3, MPI_INT, result, 1, spread, (rank + 1) % size, 0, 3, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 11 && memory[1] == 22 && memory[2] == 33);
    EXPECT(result[0] == 10 && result[1] == 0 && result[2] == 20 && result[3] == 0 && result[4] == 30);
    MPI_Type_free(&spread);
    MPI_Win_free(&win);
}

// program linked_list: A list across ranks, each of which pushes its own element by compare_and_swap; in the end all
// are in it.
// SMPI's own: its compare_and_swap is not atomic
PROGRAM(linked_list) {
    int memory[2] = {-1, -1};  // the head, at rank 0; the next element of this rank's
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    int head = -1, found = -2;
    while (found != head) {
        if (found != -2) head = found;
        MPI_Accumulate(&head, 1, MPI_INT, rank, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(rank, win);
        MPI_Compare_and_swap(&rank, &head, &found, MPI_INT, 0, 0, win);
        MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int count = 0;
    for (int at = memory[0], i = 0; rank == 0 && at != -1; ++i) {
        MPI_Get(&found, 1, MPI_INT, at, 1, 1, MPI_INT, win);
        MPI_Win_flush(at, win);
        at = found;
        EXPECT(++count <= size);
    }
    if (rank == 0) EXPECT(count == size);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

// program no_op: MPI_NO_OP reads atomically; nothing is sent.
PROGRAM(no_op) {
    int memory[2] = {10 + rank, 20 + rank}, before[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    const int right = (rank + 1) % size;
    MPI_Get_accumulate(NULL, 0, MPI_INT, before, 2, MPI_INT, right, 0, 2, MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    EXPECT(before[0] == 10 + right && before[1] == 20 + right && memory[0] == 10 + rank);
    MPI_Win_free(&win);
}

// program queue_lock: The lock of MPI 3.1's example 11.22: a queue of ranks, by fetch_and_op, put and compare_and_swap.
// SMPI's own: a loop of operations and flushes takes it no time, and never ends
PROGRAM(queue_lock) {
    enum { next, blocked, tail, guarded, words };
    int memory[words] = {-1, 0, -1, 0};
    const int none = -1, yes = 1, no = 0;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; ++i) {
        int before, after, seen, mine = rank;
        MPI_Accumulate(&none, 1, MPI_INT, rank, next, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&yes, 1, MPI_INT, rank, blocked, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(rank, win);
        MPI_Fetch_and_op(&mine, &before, MPI_INT, 0, tail, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
        if (before != -1) {
            MPI_Accumulate(&mine, 1, MPI_INT, before, next, 1, MPI_INT, MPI_REPLACE, win);
            MPI_Win_flush(before, win);
            do {
                MPI_Fetch_and_op(NULL, &seen, MPI_INT, rank, blocked, MPI_NO_OP, win);
                MPI_Win_flush(rank, win);
            } while (seen == 1);
        }
        MPI_Get(&seen, 1, MPI_INT, 0, guarded, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        seen += 1;
        MPI_Put(&seen, 1, MPI_INT, 0, guarded, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Fetch_and_op(NULL, &after, MPI_INT, rank, next, MPI_NO_OP, win);
        MPI_Win_flush(rank, win);
        if (after == -1) {
            MPI_Compare_and_swap(&none, &mine, &seen, MPI_INT, 0, tail, win);
            MPI_Win_flush(0, win);
            if (seen == rank) continue;
            do {
                MPI_Fetch_and_op(NULL, &after, MPI_INT, rank, next, MPI_NO_OP, win);
                MPI_Win_flush(rank, win);
            } while (after == -1);
        }
        MPI_Accumulate(&no, 1, MPI_INT, after, blocked, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(after, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory[guarded] == 3 * size && memory[tail] == -1);
    MPI_Win_free(&win);
}

// program ticket_lock: A lock of tickets: fetch_and_op draws one, get with flush waits for its turn.
// SMPI's own: a loop of operations and flushes takes it no time, and never ends
PROGRAM(ticket_lock) {
    int memory[3] = {0, 0, 0};  // the next ticket, the turn, what is guarded
    const int one = 1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < 3; ++i) {
        int ticket, turn = -1, guarded;
        MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        while (turn != ticket) {
            MPI_Fetch_and_op(NULL, &turn, MPI_INT, 0, 1, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        MPI_Get(&guarded, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        guarded += 1;
        MPI_Put(&guarded, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) EXPECT(memory[2] == 3 * size);
    MPI_Win_free(&win);
}
