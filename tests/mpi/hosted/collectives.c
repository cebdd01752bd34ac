// Collective calls of each kind. The programs are for any number of ranks up to 16.
#include "tests/mpi/programs/check.h"

// program hosted_blocks: Blocks of one size, blocking and nonblocking, at each root.
PROGRAM(hosted_blocks) {
    enum { max_ranks = 16 };
    for (int root = 0; root < size; ++root) {
        int value = rank == root ? 70 + root : 0, all[max_ranks] = {0}, mine = -1;
        MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
        EXPECT(value == 70 + root);
        MPI_Request request;
        value = 10 * rank + root;
        MPI_Igather(&value, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; rank == root && i < size; ++i) EXPECT(all[i] == 10 * i + root);
        MPI_Scatter(all, 1, MPI_INT, &mine, 1, MPI_INT, root, MPI_COMM_WORLD);
        EXPECT(mine == value);
        if (rank == root) MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
        else MPI_Gather(&rank, 1, MPI_INT, NULL, 0, MPI_INT, root, MPI_COMM_WORLD);
        for (int i = 0; rank == root && i < size; ++i) EXPECT(all[i] == (i == root ? value : i));
    }
    int all[max_ranks] = {0}, back[max_ranks];
    for (int i = 0; i < size; ++i) all[i] = 100 * rank + i;
    MPI_Alltoall(all, 1, MPI_INT, back, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(back[i] == 100 * i + rank);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(all[i] == back[i]);
    all[rank] = -rank;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) EXPECT(all[i] == -i);
}

// program hosted_ragged_blocks: Blocks of different sizes with gaps between them, in two datatypes.
PROGRAM(hosted_ragged_blocks) {
    enum { max_ranks = 16 };
    int counts[max_ranks] = {0}, disps[max_ranks] = {0}, sent[max_ranks] = {0};
    int room[3 * max_ranks * max_ranks], end = 0;
    for (int i = 0; i < size; ++i) {
        counts[i] = i % 3;
        disps[i] = end + 1;
        end += counts[i] + 2;
        sent[i] = 10 * rank + i;
    }
    memset(room, 0, sizeof(room));
    MPI_Allgatherv(sent, counts[rank], MPI_INT, room, counts, disps, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) {
        EXPECT(room[disps[i] - 1] == 0);
        for (int k = 0; k < counts[i]; ++k) EXPECT(room[disps[i] + k] == 10 * i + k);
    }
    int mine[max_ranks] = {0};
    MPI_Scatterv(room, counts, disps, MPI_INT, mine, counts[rank], MPI_INT, size - 1, MPI_COMM_WORLD);
    for (int k = 0; k < counts[rank]; ++k) EXPECT(mine[k] == 10 * rank + k);
    memset(room, 0, sizeof(room));
    MPI_Gatherv(mine, counts[rank], MPI_INT, room, counts, disps, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; ++i) {
        for (int k = 0; k < counts[i]; ++k) EXPECT(room[disps[i] + k] == 10 * i + k);
    }
    // Rank r sends (r + i) % 2 + 1 elements to rank i, as pairs or as elements.
    int to[max_ranks] = {0}, to_disps[max_ranks] = {0}, from[max_ranks] = {0}, from_disps[max_ranks] = {0};
    int out[2 * max_ranks] = {0};
    MPI_Datatype types[max_ranks] = {MPI_INT};
    for (int i = 0; i < size; ++i) {
        to[i] = from[i] = (rank + i) % 2 + 1;
        to_disps[i] = 2 * i;
        from_disps[i] = 2 * (size - 1 - i);
        out[2 * i] = 1000 * rank + i;
        out[2 * i + 1] = -out[2 * i];
        types[i] = MPI_INT;
    }
    memset(room, 0, sizeof(room));
    MPI_Alltoallv(out, to, to_disps, MPI_INT, room, from, from_disps, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) {
        EXPECT(room[from_disps[i]] == 1000 * i + rank);
        EXPECT(room[from_disps[i] + 1] == (from[i] == 2 ? -(1000 * i + rank) : 0));
    }
    int bytes[max_ranks] = {0}, from_bytes[max_ranks] = {0};
    for (int i = 0; i < size; ++i) {
        bytes[i] = to_disps[i] * (int)sizeof(int);
        from_bytes[i] = from_disps[i] * (int)sizeof(int);
    }
    int again[2 * max_ranks] = {0};
    MPI_Request request;
    MPI_Ialltoallw(out, to, bytes, types, again, from, from_bytes, types, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(memcmp(again, room, 2 * sizeof(int) * (size_t)size) == 0);
}

// program hosted_reductions: Reductions of the core, and those with an operation of the program that does not commute.
static void first_and_last(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)type;
    for (int i = 0; i < *count; ++i) ((int*)inout)[2 * i] = ((int*)in)[2 * i];
}

PROGRAM(hosted_reductions) {
    enum { max_ranks = 16 };
    double value = rank + 0.5, total = -1;
    MPI_Reduce(&value, &total, 1, MPI_DOUBLE, MPI_SUM, size - 1, MPI_COMM_WORLD);
    if (rank == size - 1) EXPECT(total == size * size / 2.0);
    int so_far = rank + 1, before = -7;
    MPI_Scan(MPI_IN_PLACE, &so_far, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(so_far == (rank + 1) * (rank + 2) / 2);
    MPI_Exscan(&rank, &before, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(before == (rank == 0 ? -7 : rank - 1));
    int vector[max_ranks] = {0}, counts[max_ranks] = {0}, mine = 0;
    for (int i = 0; i < size; ++i) {
        vector[i] = rank * i;
        counts[i] = 1;
    }
    MPI_Reduce_scatter_block(vector, &mine, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(mine == rank * size * (size - 1) / 2);
    MPI_Reduce_scatter(vector, &mine, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(mine == rank * (size - 1));
    struct {
        int value, index;
    } pair = {rank % 3, rank}, best;
    MPI_Request request;
    MPI_Iallreduce(&pair, &best, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(best.value == (size > 2 ? 2 : size - 1) && best.index == (size > 2 ? 2 : size - 1));
    MPI_Op op;
    MPI_Datatype two;
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_commit(&two);
    MPI_Op_create(first_and_last, 0, &op);
    int ends[2] = {rank, rank}, found[2] = {-1, -1};
    MPI_Allreduce(ends, found, 1, two, op, MPI_COMM_WORLD);
    EXPECT(found[0] == 0 && found[1] == size - 1);
    found[0] = found[1] = -1;
    MPI_Exscan(ends, found, 1, two, op, MPI_COMM_WORLD);
    EXPECT(found[0] == (rank == 0 ? -1 : 0) && found[1] == rank - 1);
    MPI_Op_free(&op);
    MPI_Type_free(&two);
    char letter = 'a', most = 0;
    MPI_Allreduce(&letter, &most, 1, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(most == 'a');
}

// program hosted_barriers: A nonblocking barrier is complete when all ranks have begun it.
PROGRAM(hosted_barriers) {
    MPI_Request request;
    int done = 0, tests = 0;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (done == 0) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        ++tests;
    }
    EXPECT(request == MPI_REQUEST_NULL && tests > 0 && rank < size);
    MPI_Barrier(MPI_COMM_SELF);
}
