// Further collective calls and constructors of intercommunicators, from sections 6.2.3, 7.4 and 7.6 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// Two groups of an intercommunicator: even ranks, and odd ones in reverse order.
static MPI_Comm local, inter;
static int side, local_rank;

static void begin(int rank) {
    side = rank % 2;
    PMPI_Comm_split(MPI_COMM_WORLD, side, side ? -rank : rank, &local);
    PMPI_Comm_rank(local, &local_rank);
    PMPI_Intercomm_create(local, 0, MPI_COMM_WORLD, side ? 0 : 3, 12, &inter);
}

static void end(void) {
    PMPI_Comm_free(&inter);
    PMPI_Comm_free(&local);
}

// Returns the rank in MPI_COMM_WORLD of a rank of the other group.
static int other(int i) { return side ? 2 * i : 3 - 2 * i; }

// program inter_vectors: Gathers and scatters with lengths (6.5, 6.6).
PROGRAM(inter_vectors) {
    begin(rank);
    const int counts[2] = {1, 2}, at[2] = {2, 0};
    int got[3] = {-1, -1, -1}, sent[3] = {10 * rank, 10 * rank + 1, 10 * rank + 2};
    MPI_Gatherv(sent, local_rank + 1, MPI_INT, got, counts, at, MPI_INT,
                rank == 3 ? MPI_ROOT
                : side    ? MPI_PROC_NULL
                          : 0,
                inter);
    if (rank == 3) {
        IS(got[2], 0);
        IS(got[0], 20);
        IS(got[1], 21);
    } else {
        CHECK(got[0] == -1);
    }
    got[0] = got[1] = -1;
    MPI_Scatterv(sent, counts, at, MPI_INT, got, local_rank + 1, MPI_INT,
                 rank == 2 ? MPI_ROOT
                 : side    ? 1
                           : MPI_PROC_NULL,
                 inter);
    if (rank == 3) IS(got[0], 22);
    if (rank == 1) IS(got[1], 21);
    end();
}

// program inter_allgatherv: Lengths of the other group (6.7).
PROGRAM(inter_allgatherv) {
    begin(rank);
    const int counts[2] = {2, 1}, at[2] = {1, 0}, sent[2] = {rank, rank + 10};
    int got[3] = {-1, -1, -1};
    MPI_Allgatherv(sent, 2 - local_rank, MPI_INT, got, counts, at, MPI_INT, inter);
    IS(got[0], other(1));
    IS(got[1], other(0));
    IS(got[2], other(0) + 10);
    end();
}

// program inter_alltoallw: Datatypes of each rank of the other group (6.8).
PROGRAM(inter_alltoallw) {
    begin(rank);
    struct {
        int number;
        double real;
    } sent = {rank, rank + 0.5}, got[2] = {{-1, -1}, {-1, -1}};
    const int ones[2] = {1, 1}, from[2] = {0, 8}, to[2] = {local_rank * 8, 16 + local_rank * 8};
    const MPI_Datatype sends[2] = {MPI_INT, MPI_DOUBLE};
    const MPI_Datatype receives[2] = {sends[local_rank], sends[local_rank]};
    MPI_Alltoallw(&sent, ones, from, sends, got, ones, to, receives, inter);
    for (int i = 0; i < 2; ++i) {
        if (local_rank == 0) IS(got[i].number, other(i));
        else IS(got[i].real * 2, 2 * other(i) + 1);
    }
    end();
}

// program inter_reduce_scatters: Lengths of blocks in the own group (6.10).
PROGRAM(inter_reduce_scatters) {
    begin(rank);
    const int counts[2] = {1, 2}, values[3] = {rank, 10 * rank, 100 * rank}, sum = other(0) + other(1);
    int got[2] = {-1, -1};
    MPI_Reduce_scatter(values, got, counts, MPI_INT, MPI_SUM, inter);
    IS(got[0], local_rank == 0 ? sum : 10 * sum);
    IS(got[1], local_rank == 0 ? -1 : 100 * sum);
    end();
}

static void subtract(void* in, void* inout, int* length, MPI_Datatype* type) {
    for (int i = 0; i < *length; ++i) ((int*)inout)[i] += 10 * ((int*)in)[i];
    (void)type;
}

// program inter_functions: Operations of the program between groups (6.9.5).
PROGRAM(inter_functions) {
    begin(rank);
    MPI_Op op;
    int result = -1;
    const int value = rank + 1;
    MPI_Op_create(subtract, 0, &op);
    MPI_Allreduce(&value, &result, 1, MPI_INT, op, inter);
    IS(result, side ? 13 : 42);
    result = -1;
    MPI_Reduce(&value, &result, 1, MPI_INT, op, side ? 1 : rank == 2 ? MPI_ROOT : MPI_PROC_NULL, inter);
    IS(result, rank == 2 ? 42 : -1);
    MPI_Op_free(&op);
    end();
}

// program inter_inonblocking: Nonblocking calls that move data, two at a time (6.12).
PROGRAM(inter_inonblocking) {
    begin(rank);
    int got[2] = {-1, -1}, all[2] = {-1, -1}, sent[2] = {10 * rank, 10 * rank + 1};
    MPI_Request requests[3];
    MPI_Iallgather(sent, 1, MPI_INT, got, 1, MPI_INT, inter, &requests[0]);
    MPI_Ialltoall(sent, 1, MPI_INT, all, 1, MPI_INT, inter, &requests[1]);
    MPI_Ibarrier(inter, &requests[2]);
    PMPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 2; ++i) {
        IS(got[i], 10 * other(i));
        IS(all[i], 10 * other(i) + local_rank);
    }
    end();
}

// program inter_persistent: Persistent calls between groups, started twice (6.13).
// mpich: a persistent broadcast moves nothing
PROGRAM(inter_persistent) {
    begin(rank);
    int value = -1, sum = -1, moved = -1;
    MPI_Request requests[2];
    MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, inter, MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(&moved, 1, MPI_INT,
                   rank == 1 ? MPI_ROOT
                   : side    ? MPI_PROC_NULL
                             : 1,
                   inter, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 2; ++round) {
        value = rank + round;
        moved = rank == 1 ? 60 + round : -1;
        PMPI_Startall(2, requests);
        PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        IS(sum, other(0) + other(1) + 2 * round);
        IS(moved, rank == 3 ? -1 : 60 + round);
    }
    PMPI_Request_free(&requests[0]);
    PMPI_Request_free(&requests[1]);
    end();
}

// program inter_idup: A nonblocking duplicate of an intercommunicator (7.4.2).
PROGRAM(inter_idup) {
    begin(rank);
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request;
    int value = -1, flag = 0;
    MPI_Comm_idup(inter, &copy, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    PMPI_Comm_test_inter(copy, &flag);
    IS(flag, 1);
    PMPI_Sendrecv(&rank, 1, MPI_INT, local_rank, 0, &value, 1, MPI_INT, local_rank, 0, copy, MPI_STATUS_IGNORE);
    IS(value, other(local_rank));
    PMPI_Comm_free(&copy);
    end();
}

// program inter_merge_same: If both groups pass the same value, the order of the groups is any one (7.6.2).
PROGRAM(inter_merge_same) {
    begin(rank);
    MPI_Comm merged = MPI_COMM_NULL;
    int all[4], own = -1;
    MPI_Intercomm_merge(inter, 0, &merged);
    PMPI_Comm_rank(merged, &own);
    PMPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, merged);
    CHECK(all[own] == rank);
    CHECK((all[0] == 0 && all[1] == 2 && all[2] == 3 && all[3] == 1) ||
          (all[0] == 3 && all[1] == 1 && all[2] == 0 && all[3] == 2));
    PMPI_Comm_free(&merged);
    end();
}

// program inter_split_undefined: Some ranks of both groups stay out; keys order each group (7.4.2).
PROGRAM(inter_split_undefined) {
    begin(rank);
    MPI_Comm part = MPI_COMM_WORLD;
    int sizes[2] = {-1, -1}, value = -1;
    MPI_Comm_split(inter, rank == 0 ? MPI_UNDEFINED : 5, rank, &part);
    if (rank == 0) {
        CHECK(part == MPI_COMM_NULL);
    } else {
        PMPI_Comm_size(part, &sizes[0]);
        PMPI_Comm_remote_size(part, &sizes[1]);
        IS(sizes[0], side ? 2 : 1);
        IS(sizes[1], side ? 1 : 2);
        PMPI_Comm_rank(part, &value);
        IS(value, rank == 3 ? 1 : 0);
        PMPI_Comm_free(&part);
    }
    end();
}

// program inter_split_empty: A color that only one group has gives no communicator (7.4.2).
PROGRAM(inter_split_empty) {
    begin(rank);
    MPI_Comm part = MPI_COMM_WORLD;
    MPI_Comm_split(inter, side, 0, &part);
    CHECK(part == MPI_COMM_NULL);
    end();
}

// program inter_groups: The local group, and the remote one in its order (7.6.1).
PROGRAM(inter_groups) {
    begin(rank);
    MPI_Group own, remote, all;
    const int both[2] = {0, 1};
    int found[2] = {-1, -1}, result = -1;
    MPI_Comm_group(inter, &own);
    MPI_Comm_remote_group(inter, &remote);
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_translate_ranks(remote, 2, both, all, found);
    IS(found[0], other(0));
    IS(found[1], other(1));
    MPI_Group_union(own, remote, &all);
    PMPI_Group_size(all, &result);
    IS(result, 4);
    PMPI_Group_free(&own);
    PMPI_Group_free(&remote);
    PMPI_Group_free(&all);
    end();
}

// program inter_refused: Scans and topologies have no meaning on intercommunicators (6.11, 8.5).
PROGRAM(inter_refused) {
    begin(rank);
    int value = 1, result = 0;
    MPI_Comm comm;
    PMPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(MPI_Scan(&value, &result, 1, MPI_INT, MPI_SUM, inter), MPI_ERR_COMM);
    FAILS(MPI_Cart_create(inter, 1, (const int[]){2}, (const int[]){0}, 0, &comm), MPI_ERR_COMM);
    end();
}

// program inter_attributes: Attributes of intercommunicators are copied to duplicates (7.7.2).
PROGRAM(inter_attributes) {
    begin(rank);
    MPI_Comm copy;
    int keyval, flag = 0;
    void* value = NULL;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(inter, keyval, (void*)77);
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_get_attr(copy, keyval, &value, &flag);
    IS(flag, 1);
    IS((intptr_t)value, 77);
    PMPI_Comm_free(&copy);
    MPI_Comm_free_keyval(&keyval);
    end();
}
