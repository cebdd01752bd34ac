// Collective calls with several lengths, on communicators of one to four ranks: libraries choose algorithms by both.
// From chapter 6 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

enum { lengths_count = 4, longest = 20000 };
static const int lengths[lengths_count] = {1, 7, 700, longest};
static int from[4 * longest], to[4 * longest];

typedef int (*wrong_function)(MPI_Comm comm, int rank, int size, int length);

// Runs a check on the first ranks, as 1, 2, 3 and 4 of them, with each length.
static void run(wrong_function check, int rank) {
    for (int members = 1; members <= 4; ++members) {
        MPI_Comm comm;
        PMPI_Comm_split(MPI_COMM_WORLD, rank < members ? 0 : MPI_UNDEFINED, -rank, &comm);
        if (comm == MPI_COMM_NULL) continue;
        int own, wrong = 0;
        PMPI_Comm_rank(comm, &own);
        for (int i = 0; i < lengths_count; ++i) {
            memset(to, -1, sizeof(to));
            wrong += check(comm, own, members, lengths[i]);
        }
        IS(wrong, 0);
        PMPI_Comm_free(&comm);
    }
}

// A value for an element of a rank.
static int value(int rank, int i) { return 100003 * rank + i; }

static void fill(int rank, int count) {
    for (int i = 0; i < count; ++i) from[i] = value(rank, i);
}

static int wrong_in_bcast(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0;
    for (int root = 0; root < size; ++root) {
        if (rank == root) fill(root, length);
        else memset(from, 0, sizeof(from));
        MPI_Bcast(from, length, MPI_INT, root, comm);
        for (int i = 0; i < length; ++i) wrong += from[i] != value(root, i);
    }
    return wrong;
}

static int wrong_in_gather(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0;
    for (int root = 0; root < size; ++root) {
        fill(rank, length);
        MPI_Gather(from, length, MPI_INT, to, length, MPI_INT, root, comm);
        for (int i = 0; rank == root && i < size * length; ++i) wrong += to[i] != value(i / length, i % length);
        MPI_Scatter(to, length, MPI_INT, from, length, MPI_INT, root, comm);
        for (int i = 0; i < length; ++i) wrong += from[i] != value(rank, i);
    }
    return wrong;
}

static int wrong_in_allgather(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0, counts[4], at[4], all = 0;
    fill(rank, length);
    MPI_Allgather(from, length, MPI_INT, to, length, MPI_INT, comm);
    for (int i = 0; i < size * length; ++i) wrong += to[i] != value(i / length, i % length);
    for (int i = 0; i < size; ++i) {
        counts[i] = i % 2 ? length : length / 3;
        at[i] = all;
        all += counts[i];
    }
    memset(to, -1, sizeof(to));
    MPI_Allgatherv(from, counts[rank], MPI_INT, to, counts, at, MPI_INT, comm);
    for (int i = 0; i < size; ++i) {
        for (int j = 0; j < counts[i]; ++j) wrong += to[at[i] + j] != value(i, j);
    }
    return wrong + (to[all] != -1);
}

static int wrong_in_alltoall(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0, sent[4], received[4], out[4], in[4], all = 0;
    fill(rank, size * length);
    MPI_Alltoall(from, length, MPI_INT, to, length, MPI_INT, comm);
    for (int i = 0; i < size * length; ++i) wrong += to[i] != value(i / length, rank * length + i % length);
    for (int i = 0; i < size; ++i) {
        sent[i] = (rank + 2 * i) % 3 == 0 ? 0 : length;
        received[i] = (i + 2 * rank) % 3 == 0 ? 0 : length;
        out[i] = i * length;
        in[i] = all;
        all += received[i];
    }
    memset(to, -1, sizeof(to));
    MPI_Alltoallv(from, sent, out, MPI_INT, to, received, in, MPI_INT, comm);
    for (int i = 0; i < size; ++i) {
        for (int j = 0; j < received[i]; ++j) wrong += to[in[i] + j] != value(i, rank * length + j);
    }
    return wrong;
}

static int wrong_in_reductions(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0;
    fill(rank, length);
    const int ranks = size * (size - 1) / 2;
    MPI_Allreduce(from, to, length, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < length; ++i) wrong += to[i] != 100003 * ranks + size * i;
    for (int root = 0; root < size; ++root) {
        memset(to, -1, sizeof(to));
        MPI_Reduce(from, to, length, MPI_INT, MPI_MAX, root, comm);
        for (int i = 0; i < length; ++i) wrong += to[i] != (rank == root ? value(size - 1, i) : -1);
    }
    MPI_Scan(from, to, length, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < length; ++i) wrong += to[i] != 100003 * (rank * (rank + 1) / 2) + (rank + 1) * i;
    MPI_Exscan(from, to, length, MPI_INT, MPI_MAX, comm);
    for (int i = 0; rank > 0 && i < length; ++i) wrong += to[i] != value(rank - 1, i);
    return wrong;
}

static int wrong_in_reduce_scatter(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0, counts[4], first = 0;
    const int ranks = size * (size - 1) / 2;
    fill(rank, size * length);
    MPI_Reduce_scatter_block(from, to, length, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < length; ++i) wrong += to[i] != 100003 * ranks + size * (rank * length + i);
    for (int i = 0; i < size; ++i) {
        counts[i] = i % 2 ? length : length / 2;
        first += i < rank ? counts[i] : 0;
    }
    MPI_Reduce_scatter(from, to, counts, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < counts[rank]; ++i) wrong += to[i] != 100003 * ranks + size * (first + i);
    return wrong;
}

// Associative, not commutative: the result has the middle byte of the left operand, the low byte of the right one, and
// the sum of their upper halves.
static void first_and_last(void* in, void* inout, int* length, MPI_Datatype* type) {
    for (int i = 0; i < *length; ++i) {
        const unsigned left = ((unsigned*)in)[i], right = ((unsigned*)inout)[i];
        const unsigned steps = (left >> 16) + (right >> 16);
        ((unsigned*)inout)[i] = steps << 16 | (right & 255) | (left & 0xff00);
    }
    (void)type;
}

static int wrong_in_noncommutative(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0;
    MPI_Op op;
    MPI_Op_create(first_and_last, 0, &op);
    for (int i = 0; i < length; ++i) from[i] = 1 << 16 | (rank + 1) << 8 | (rank + 1);
    MPI_Allreduce(from, to, length, MPI_UNSIGNED, op, comm);
    for (int i = 0; i < length; ++i) wrong += to[i] != (size << 16 | 1 << 8 | size);
    MPI_Reduce(from, to, length, MPI_UNSIGNED, op, size - 1, comm);
    for (int i = 0; rank == size - 1 && i < length; ++i) wrong += to[i] != (size << 16 | 1 << 8 | size);
    MPI_Scan(from, to, length, MPI_UNSIGNED, op, comm);
    for (int i = 0; i < length; ++i) wrong += to[i] != ((rank + 1) << 16 | 1 << 8 | (rank + 1));
    for (int i = length; i < size * length; ++i) from[i] = from[0];
    MPI_Reduce_scatter_block(from, to, length, MPI_UNSIGNED, op, comm);
    for (int i = 0; i < length; ++i) wrong += to[i] != (size << 16 | 1 << 8 | size);
    MPI_Op_free(&op);
    return wrong;
}

static int wrong_in_nonblocking(MPI_Comm comm, int rank, int size, int length) {
    int wrong = 0;
    static int sums[longest], all[4 * longest];
    MPI_Request requests[3];
    fill(rank, length);
    MPI_Iallreduce(from, sums, length, MPI_INT, MPI_SUM, comm, &requests[0]);
    MPI_Iallgather(from, length, MPI_INT, all, length, MPI_INT, comm, &requests[1]);
    if (rank == 0) memcpy(to, from, sizeof(int) * (size_t)length);
    MPI_Ibcast(to, length, MPI_INT, 0, comm, &requests[2]);
    PMPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < length; ++i) {
        wrong += sums[i] != 100003 * (size * (size - 1) / 2) + size * i;
        wrong += to[i] != value(0, i);
    }
    for (int i = 0; i < size * length; ++i) wrong += all[i] != value(i / length, i % length);
    return wrong;
}

// program sizes_of_bcast: Broadcasts from each root (6.4).
PROGRAM(sizes_of_bcast) { run(wrong_in_bcast, rank); }

// program sizes_of_gather: Gathers and scatters with each root (6.5, 6.6).
PROGRAM(sizes_of_gather) { run(wrong_in_gather, rank); }

// program sizes_of_allgather: Blocks of equal and of different lengths (6.7).
PROGRAM(sizes_of_allgather) { run(wrong_in_allgather, rank); }

// program sizes_of_alltoall: Blocks of equal lengths, and some that are empty (6.8).
PROGRAM(sizes_of_alltoall) { run(wrong_in_alltoall, rank); }

// program sizes_of_reductions: Reductions to one and to all, scans (6.9, 6.11).
PROGRAM(sizes_of_reductions) { run(wrong_in_reductions, rank); }

// program sizes_of_reduce_scatter: Results in blocks of equal and of different lengths (6.10).
PROGRAM(sizes_of_reduce_scatter) { run(wrong_in_reduce_scatter, rank); }

// program sizes_of_noncommutative: Operations whose order matters (6.9.5).
PROGRAM(sizes_of_noncommutative) { run(wrong_in_noncommutative, rank); }

// program sizes_of_nonblocking: Three nonblocking calls at a time (6.12).
PROGRAM(sizes_of_nonblocking) { run(wrong_in_nonblocking, rank); }
