// Windows of communicators and groups.
#include "tests/mpi/programs/check.h"

// program comm_create_group: A communicator that only its members make, of MPI_Comm_create_group, and a window on it.
PROGRAM(comm_create_group) {
    MPI_Group all, some;
    MPI_Comm comm;
    const int last = size - 1;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &last, &some);
    if (rank != last) {
        int memory = -1, members = 0;
        MPI_Win win;
        MPI_Comm_create_group(MPI_COMM_WORLD, some, 3, &comm);
        MPI_Comm_size(comm, &members);
        EXPECT(members == size - 1);
        MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, comm, &win);
        MPI_Win_fence(0, win);
        MPI_Put(&rank, 1, MPI_INT, (rank + 1) % members, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        EXPECT(memory == (rank + members - 1) % members);
        MPI_Win_free(&win);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

// program comm_dup: A window of a copy of MPI_COMM_WORLD, and one of MPI_COMM_SELF.
PROGRAM(comm_dup) {
    MPI_Comm copy;
    MPI_Win win, own;
    int memory = -1, alone = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, copy, &win);
    MPI_Win_create(&alone, sizeof(alone), 1, MPI_INFO_NULL, MPI_COMM_SELF, &own);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, own);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, own);
    MPI_Win_fence(0, own);
    MPI_Win_fence(0, win);
    EXPECT(memory == (rank + size - 1) % size && alone == rank);
    MPI_Win_free(&own);
    MPI_Win_free(&win);
    MPI_Comm_free(&copy);
}

// program create_group: A window on a communicator of MPI_Comm_create_group, which only its members call: here the odd
// ranks and the even ones, each by themselves.
PROGRAM(create_group) {
    const int odd = rank % 2;
    int memory = -1, members = 0, place = -1;
    MPI_Group world, group;
    MPI_Comm comm;
    MPI_Win win;
    int range[1][3] = {{odd, size - 1, 2}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &group);
    MPI_Group_size(group, &members);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 3 + odd, &comm);
    MPI_Comm_rank(comm, &place);
    EXPECT(place == rank / 2);
    MPI_Win_create(&memory, sizeof(memory), sizeof(int), MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (place + 1) % members, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == (place + members - 1) % members * 2 + odd);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

// program group: The group of a window.
PROGRAM(group) {
    int memory, ranks, place, same;
    MPI_Group group, all;
    MPI_Win win = window_over(&memory, sizeof(memory), 1);
    MPI_Win_get_group(win, &group);
    MPI_Group_size(group, &ranks);
    MPI_Group_rank(group, &place);
    EXPECT(ranks == size && place == rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_compare(group, all, &same);
    EXPECT(same == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
}

// program reversed_ranks: A communicator with the ranks in another order: targets are its ranks.
PROGRAM(reversed_ranks) {
    MPI_Comm reversed;
    int place, memory = -1;
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &reversed);
    MPI_Comm_rank(reversed, &place);
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, reversed, &win);
    MPI_Win_lock_all(0, win);
    if (place == 1) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    EXPECT(memory == (rank == size - 1 ? size - 2 : -1));
    MPI_Comm_free(&reversed);
}

// program self: Operations whose target is their origin.
PROGRAM(self) {
    (void)size;
    int memory[2] = {0, 5}, from = 7 + rank, got = -1;
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    MPI_Put(&from, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Get(&got, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory[0] == 7 + rank && got == 5);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Accumulate(&from, 1, MPI_INT, rank, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(rank, win);
    EXPECT(memory[1] == 12 + rank);
    MPI_Win_free(&win);
}

// program sub_communicators: Windows of halves of the ranks, at the same time.
PROGRAM(sub_communicators) {
    (void)size;
    MPI_Comm half;
    int place, ranks, memory = -1;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_rank(half, &place);
    MPI_Comm_size(half, &ranks);
    MPI_Win win;
    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, half, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (place + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == (rank + 2) % 4);
    MPI_Barrier(half);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (place + 1) % ranks, 0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, (place + 1) % ranks, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock((place + 1) % ranks, win);
    MPI_Comm_free(&half);
    MPI_Win_free(&win);
    EXPECT(memory == 2 * ((rank + 2) % 4));
}
