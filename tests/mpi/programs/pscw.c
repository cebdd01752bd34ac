// POST, START, COMPLETE, WAIT and TEST.
#include "tests/mpi/programs/check.h"

// program pscw_all_to_one: All others put to one target, which computes in between.
PROGRAM(pscw_all_to_one) {
    int memory[4] = {0, 0, 0, 0}, last[1] = {size - 1};
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Group all, target, others;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, last, &target);
    MPI_Group_excl(all, 1, last, &others);
    for (int round = 1; round <= 5; ++round) {
        const int value = 100 * round + rank;
        if (rank == size - 1) {
            MPI_Win_post(others, MPI_MODE_NOSTORE, win);
            MPI_Win_wait(win);
            for (int i = 0; i < size - 1; ++i) EXPECT(memory[i] == 100 * round + i);
        } else {
            MPI_Win_start(target, 0, win);
            MPI_Put(&value, 1, MPI_INT, size - 1, rank, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
    }
    MPI_Group_free(&all);
    MPI_Group_free(&target);
    MPI_Group_free(&others);
    MPI_Win_free(&win);
}

// program pscw_asserts: MPI_MODE_NOCHECK in start and post: the post is known to come first.
PROGRAM(pscw_asserts) {
    (void)size;
    int memory = -1;
    const int other = rank ^ 1;
    MPI_Group all, pair;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &other, &pair);
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    if (rank % 2 == 0) MPI_Win_post(pair, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 2 == 1) {
        MPI_Win_start(pair, MPI_MODE_NOCHECK, win);
        MPI_Put(&rank, 1, MPI_INT, other, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_wait(win);
        EXPECT(memory == other);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&pair);
}

// program pscw_empty: Epochs with an empty group.
PROGRAM(pscw_empty) {
    (void)rank, (void)size;
    int memory = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_free(&win);
    EXPECT(memory == 1);
}

// program pscw_everybody: Each rank exposes to all, itself included, and accesses all.
PROGRAM(pscw_everybody) {
    int memory[4] = {0, 0, 0, 0};
    const int value = rank + 1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Group all;
    MPI_Win_get_group(win, &all);
    for (int round = 0; round < 3; ++round) {
        MPI_Win_post(all, 0, win);
        MPI_Win_start(all, 0, win);
        for (int target = 0; target < size; ++target) {
            MPI_Accumulate(&value, 1, MPI_INT, target, rank, 1, MPI_INT, MPI_SUM, win);
        }
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        for (int i = 0; i < size; ++i) EXPECT(memory[i] == (round + 1) * (i + 1));
    }
    MPI_Group_free(&all);
    MPI_Win_free(&win);
}

// program pscw_get: Gets between start and complete: the values are there after complete.
PROGRAM(pscw_get) {
    int memory = 7 * rank, got = -1, other[1] = {rank ^ 1};
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, partner;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, other, &partner);
    MPI_Win_post(partner, MPI_MODE_NOPUT, win);
    MPI_Win_start(partner, 0, win);
    MPI_Get(&got, 1, MPI_INT, rank ^ 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    EXPECT(got == 7 * (rank ^ 1) && rank < size);
    MPI_Win_wait(win);
    MPI_Group_free(&all);
    MPI_Group_free(&partner);
    MPI_Win_free(&win);
}

// program pscw_nocheck: start with NOCHECK after the posts are known to be over.
PROGRAM(pscw_nocheck) {
    int memory = -1, left[1] = {(rank + size - 1) % size}, right[1] = {(rank + 1) % size};
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, from, to;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, left, &from);
    MPI_Group_incl(all, 1, right, &to);
    MPI_Win_post(from, MPI_MODE_NOCHECK, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(to, MPI_MODE_NOCHECK, win);
    MPI_Put(&rank, 1, MPI_INT, right[0], 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    EXPECT(memory == left[0]);
    MPI_Group_free(&all);
    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Win_free(&win);
}

// program pscw_one_to_all: One origin, all others targets.
PROGRAM(pscw_one_to_all) {
    int memory = -1, self[1] = {0};
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, origin, others;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, self, &origin);
    MPI_Group_excl(all, 1, self, &others);
    if (rank == 0) {
        int values[4] = {0, 11, 12, 13};
        MPI_Win_start(others, 0, win);
        for (int target = 1; target < size; ++target) MPI_Put(values + target, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(origin, 0, win);
        MPI_Win_wait(win);
        EXPECT(memory == 10 + rank);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&origin);
    MPI_Group_free(&others);
    MPI_Win_free(&win);
}

// program pscw_ring: Each rank exposes its window to the left and accesses that to the right.
PROGRAM(pscw_ring) {
    int memory = -1;
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Group all, origin, target;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &left, &origin);
    MPI_Group_incl(all, 1, &right, &target);
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    for (int i = 0; i < 3; ++i) {
        const int value = 10 * i + rank;
        MPI_Win_post(origin, 0, win);
        MPI_Win_start(target, 0, win);
        MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        EXPECT(memory == 10 * i + left);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&origin);
    MPI_Group_free(&target);
}

// program pscw_self: A rank is its own origin and target.
PROGRAM(pscw_self) {
    int memory = 0, self[1] = {rank};
    const int value = 40 + rank;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Group all, me;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, self, &me);
    MPI_Win_post(me, 0, win);
    MPI_Win_start(me, 0, win);
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    EXPECT(memory == 40 + rank && rank < size);
    MPI_Group_free(&all);
    MPI_Group_free(&me);
    MPI_Win_free(&win);
}

// program pscw_test: MPI_Win_test until the exposure epoch is over.
// SMPI's own: MPI_Win_test is not there
PROGRAM(pscw_test) {
    int memory = -1, done = 0, tries = 0;
    MPI_Group all, rest, first;
    const int zero = 0, values[4] = {0, 1, 2, 3};
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &zero, &first);
    MPI_Group_excl(all, 1, &zero, &rest);
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    if (rank == 0) {
        MPI_Win_start(rest, 0, win);
        for (int target = 1; target < size; ++target) MPI_Put(&values[target], 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(first, 0, win);
        while (!done) {
            MPI_Win_test(win, &done);
            ++tries;
        }
        EXPECT(memory == rank && tries > 0);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&rest);
    MPI_Group_free(&first);
}
