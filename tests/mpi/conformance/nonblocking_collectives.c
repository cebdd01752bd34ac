// Nonblocking collective calls, from section 6.12 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// Waits for a request, which must be null then.
static void wait_for(MPI_Request* request) {
    PMPI_Wait(request, MPI_STATUS_IGNORE);
    CHECK(*request == MPI_REQUEST_NULL);
}

static void join(void* in, void* inout, int* length, MPI_Datatype* type) {
    for (int i = 0; i < *length; ++i) ((int*)inout)[i] += 10 * ((int*)in)[i];
    (void)type;
}

// program ibarrier_orders: The request of a barrier is not complete before all ranks have called it (6.12.1).
PROGRAM(ibarrier_orders) {
    MPI_Request request = MPI_REQUEST_NULL;
    int flag = 1;
    if (rank != 3) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        CHECK(request != MPI_REQUEST_NULL);
        for (int i = 0; i < 10; ++i) {
            flag = 1;
            PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            if (flag) break;
        }
        IS(flag, 0);
        PMPI_Send(&flag, 1, MPI_INT, 3, 1, MPI_COMM_WORLD);
    } else {
        for (int i = 0; i < 3; ++i) PMPI_Recv(&flag, 1, MPI_INT, i, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    }
    wait_for(&request);
}

// program ibcast_later: A root need not wait for others; data are there after completion (6.12.2).
PROGRAM(ibcast_later) {
    int value = rank == 1 ? 81 : -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);
    wait_for(&request);
    IS(value, 81);
}

// program igather_iscatter: Gathers and scatters, with MPI_IN_PLACE at the root (6.12.3, 6.12.4).
PROGRAM(igather_iscatter) {
    int all[4] = {-1, -1, -1, -1}, value = 3 * rank;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) all[0] = 100;
    MPI_Igather(rank == 0 ? MPI_IN_PLACE : &value, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (int i = 0; rank == 0 && i < 4; ++i) IS(all[i], i == 0 ? 100 : 3 * i);
    value = -1;
    MPI_Iscatter(all, 1, MPI_INT, rank == 0 ? MPI_IN_PLACE : &value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for(&request);
    IS(value, rank == 0 ? -1 : 3 * rank);
}

// program igatherv_iscatterv: The forms with lengths and displacements (6.12.3, 6.12.4).
PROGRAM(igatherv_iscatterv) {
    const int counts[4] = {2, 1, 0, 1}, at[4] = {2, 0, 0, 5};
    int all[6] = {-1, -1, -1, -1, -1, -1}, mine[2] = {rank, rank + 10};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Igatherv(mine, counts[rank], MPI_INT, all, counts, at, MPI_INT, 3, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (int i = 0; rank == 3 && i < 6; ++i) IS(all[i], ((const int[]){1, -1, 0, 10, -1, 3})[i]);
    for (int i = 0; i < 6; ++i) all[i] = i;
    mine[0] = mine[1] = -1;
    MPI_Iscatterv(all, counts, at, MPI_INT, mine, counts[rank], MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for(&request);
    IS(mine[0], ((const int[]){2, 0, -1, 5})[rank]);
    IS(mine[1], rank == 0 ? 3 : -1);
}

// program iallgathers: Both forms; two calls are under way at a time (6.12.5).
PROGRAM(iallgathers) {
    const int counts[4] = {1, 1, 1, 1}, at[4] = {3, 2, 1, 0};
    int all[4] = {-1, -1, -1, -1}, reversed[4] = {-1, -1, -1, -1};
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Iallgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallgatherv(&rank, 1, MPI_INT, reversed, counts, at, MPI_INT, MPI_COMM_WORLD, &requests[1]);
    wait_for(&requests[1]);
    wait_for(&requests[0]);
    for (int i = 0; i < 4; ++i) {
        IS(all[i], i);
        IS(reversed[i], 3 - i);
    }
}

// program ialltoall: Blocks of equal lengths (6.12.6).
PROGRAM(ialltoall) {
    int sent[4], got[4] = {-1, -1, -1, -1};
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < 4; ++i) sent[i] = 10 * rank + i;
    MPI_Ialltoall(sent, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (int i = 0; i < 4; ++i) IS(got[i], 10 * i + rank);
}

// program ialltoallv: Rank i sends i elements to each; lists may change after completion only (6.12.6).
PROGRAM(ialltoallv) {
    int sent[3] = {rank, rank + 4, rank + 8}, got[6] = {-1, -1, -1, -1, -1, -1};
    int counts[4], at[4] = {0, 0, 0, 0}, from[4] = {0, 1, 2, 3}, to[4] = {0, 0, 1, 3};
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < 4; ++i) counts[i] = rank;
    MPI_Ialltoallv(sent, counts, at, MPI_INT, got, from, to, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (int i = 0; i < 6; ++i) IS(got[i], ((const int[]){1, 2, 6, 3, 7, 11})[i]);
}

// program ialltoallw: Blocks with datatypes of their own (6.12.6).
PROGRAM(ialltoallw) {
    const int ones[4] = {1, 1, 1, 1}, at[4] = {0, 4, 8, 12};
    const MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
    int sent[4], got[4] = {-1, -1, -1, -1};
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < 4; ++i) sent[i] = 10 * rank + i;
    MPI_Ialltoallw(sent, ones, at, types, got, ones, at, types, MPI_COMM_WORLD, &request);
    wait_for(&request);
    for (int i = 0; i < 4; ++i) IS(got[i], 10 * i + rank);
}

// program ireduce_iallreduce: Results are there after completion (6.12.7, 6.12.8).
PROGRAM(ireduce_iallreduce) {
    int sum = -1, most = -1;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Ireduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&rank, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[1]);
    wait_for(&requests[0]);
    wait_for(&requests[1]);
    IS(sum, rank == 2 ? 6 : -1);
    IS(most, 3);
}

// program ireduce_scatters: Both forms (6.12.9, 6.12.10).
PROGRAM(ireduce_scatters) {
    const int counts[4] = {0, 2, 1, 1}, values[4] = {rank, rank * 2, rank * 3, rank * 4};
    int block = -1, result[2] = {-1, -1};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ireduce_scatter_block(values, &block, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for(&request);
    IS(block, 6 * (rank + 1));
    MPI_Ireduce_scatter(values, result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for(&request);
    IS(result[0], ((const int[]){-1, 6, 18, 24})[rank]);
    IS(result[1], rank == 1 ? 12 : -1);
}

// program iscans: Inclusive and exclusive (6.12.11, 6.12.12).
PROGRAM(iscans) {
    int inclusive = -1, exclusive = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    const int value = rank + 1;
    MPI_Iscan(&value, &inclusive, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for(&request);
    MPI_Iexscan(&value, &exclusive, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for(&request);
    IS(inclusive, (rank + 1) * (rank + 2) / 2);
    if (rank > 0) IS(exclusive, rank * (rank + 1) / 2);
}

// program many_collectives: Many calls are under way on one communicator, completed in another order (6.12, 6.14).
PROGRAM(many_collectives) {
    enum { calls = 12 };
    int values[calls];
    MPI_Request requests[calls];
    for (int i = 0; i < calls; ++i) {
        values[i] = rank == i % 4 ? 100 + i : -1;
        MPI_Ibcast(&values[i], 1, MPI_INT, i % 4, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = calls - 1; i >= 0; --i) PMPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < calls; ++i) IS(values[i], 100 + i);
}

// program icollective_with_blocking: A nonblocking call completes although a blocking one was made after it (6.14).
PROGRAM(icollective_with_blocking) {
    int sum = -1, value = rank == 0 ? 4 : -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    wait_for(&request);
    IS(sum, 6);
    IS(value, 4);
}

// program icollective_status: The status of a collective call has no error; the request completes in lists (6.12).
PROGRAM(icollective_status) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int sum = -1, value = -1, index = -1;
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    IS(index, 1);
    IS(sum, 6);
    MPI_Irecv(&value, 1, MPI_INT, left_of(rank, size), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    IS(value, left_of(rank, size));
}

// program ireduce_with_function: An operation may be freed while a call with it is under way (6.9.5, 6.12.7).
PROGRAM(ireduce_with_function) {
    const int value = rank + 1;
    int result = -1;
    MPI_Op op;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Op_create(join, 1, &op);
    MPI_Iexscan(&value, &result, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
    MPI_Op_free(&op);
    wait_for(&request);
    if (rank == 1) IS(result, 1);
    if (rank == 2) IS(result == 12 || result == 21, 1);
}
