// Persistent collective calls, from section 6.13 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

enum { rounds = 2 };

// Starts a request, waits for it, and checks that it still exists.
static void run(MPI_Request* request) {
    PMPI_Start(request);
    PMPI_Wait(request, MPI_STATUS_IGNORE);
    CHECK(*request != MPI_REQUEST_NULL);
}

// program barrier_again: A barrier that is started twice (6.13.1).
PROGRAM(barrier_again) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < rounds; ++i) run(&request);
    MPI_Request_free(&request);
    CHECK(request == MPI_REQUEST_NULL);
}

// program bcast_again: The buffer is read when the call starts, not when it is initialized (6.13.2).
PROGRAM(bcast_again) {
    int value = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Bcast_init(&value, 1, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < rounds; ++i) {
        value = rank == 1 ? 50 + i : -1;
        run(&request);
        IS(value, 50 + i);
    }
    MPI_Request_free(&request);
}

// program gather_again: Gathers of equal and of different lengths (6.13.3).
// mpich: moves nothing in persistent calls of this kind
PROGRAM(gather_again) {
    int mine = -1, all[4], reversed[4];
    const int counts[4] = {1, 1, 1, 1}, at[4] = {3, 2, 1, 0};
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Gather_init(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Gatherv_init(&mine, 1, MPI_INT, reversed, counts, at, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < rounds; ++i) {
        mine = 10 * i + rank;
        for (int j = 0; j < 4; ++j) all[j] = reversed[j] = -1;
        run(&requests[0]);
        run(&requests[1]);
        for (int j = 0; rank == 0 && j < 4; ++j) {
            IS(all[j], 10 * i + j);
            IS(reversed[j], 10 * i + 3 - j);
        }
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program scatter_again: Scatters of equal and of different lengths (6.13.4).
// mpich: moves nothing in persistent calls of this kind
PROGRAM(scatter_again) {
    int all[4], mine = -1, other = -1;
    const int counts[4] = {1, 1, 1, 1}, at[4] = {3, 2, 1, 0};
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Scatter_init(all, 1, MPI_INT, &mine, 1, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Scatterv_init(all, counts, at, MPI_INT, &other, 1, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < rounds; ++i) {
        for (int j = 0; j < 4; ++j) all[j] = rank == 2 ? 10 * i + j : -1;
        mine = other = -1;
        run(&requests[0]);
        run(&requests[1]);
        IS(mine, 10 * i + rank);
        IS(other, 10 * i + 3 - rank);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program allgather_again: All ranks have all values, also with lists (6.13.5).
// mpich: moves nothing in persistent calls of this kind
PROGRAM(allgather_again) {
    int mine = -1, all[4], reversed[4];
    const int counts[4] = {1, 1, 1, 1}, at[4] = {3, 2, 1, 0};
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Allgather_init(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allgatherv_init(&mine, 1, MPI_INT, reversed, counts, at, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < rounds; ++i) {
        mine = 10 * i + rank;
        for (int j = 0; j < 4; ++j) all[j] = reversed[j] = -1;
        PMPI_Startall(2, requests);
        PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        IS(all[2], 10 * i + 2);
        IS(reversed[2], 10 * i + 1);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program alltoall_again: The three forms (6.13.6).
PROGRAM(alltoall_again) {
    int sent[4], got[3][4];
    const int ones[4] = {1, 1, 1, 1}, at[4] = {0, 1, 2, 3}, bytes[4] = {0, 4, 8, 12};
    const MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Alltoall_init(sent, 1, MPI_INT, got[0], 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Alltoallv_init(sent, ones, at, MPI_INT, got[1], ones, at, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Alltoallw_init(sent, ones, bytes, types, got[2], ones, bytes, types, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &requests[2]);
    for (int i = 0; i < rounds; ++i) {
        for (int j = 0; j < 4; ++j) sent[j] = 100 * i + 10 * rank + j;
        memset(got, -1, sizeof(got));
        for (int j = 0; j < 3; ++j) {
            run(&requests[j]);
            IS(got[j][1], 100 * i + 10 + rank);
        }
    }
    for (int j = 0; j < 3; ++j) MPI_Request_free(&requests[j]);
}

// program reduce_again: Reductions to one and to all (6.13.7, 6.13.8).
PROGRAM(reduce_again) {
    int value = -1, sum = -1, most = -1;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Reduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allreduce_init(&value, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < rounds; ++i) {
        value = rank + i;
        sum = most = -1;
        run(&requests[0]);
        run(&requests[1]);
        IS(sum, rank == 3 ? 6 + 4 * i : -1);
        IS(most, 3 + i);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program reduce_scatter_again: Both forms (6.13.9, 6.13.10).
PROGRAM(reduce_scatter_again) {
    int values[4], block = -1, other = -1;
    const int counts[4] = {1, 1, 1, 1};
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Reduce_scatter_block_init(values, &block, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Reduce_scatter_init(values, &other, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < rounds; ++i) {
        for (int j = 0; j < 4; ++j) values[j] = rank + j * 10 + i;
        block = other = -1;
        run(&requests[0]);
        run(&requests[1]);
        IS(block, 6 + 40 * rank + 4 * i);
        IS(other, 3 + 10 * rank + i);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program scan_again: Inclusive and exclusive (6.13.11, 6.13.12).
PROGRAM(scan_again) {
    int value = -1, inclusive = -1, exclusive = -1;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Scan_init(&value, &inclusive, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Exscan_init(&value, &exclusive, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int i = 0; i < rounds; ++i) {
        value = i + 1;
        inclusive = exclusive = -1;
        run(&requests[0]);
        run(&requests[1]);
        IS(inclusive, (i + 1) * (rank + 1));
        if (rank > 0) IS(exclusive, (i + 1) * rank);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program initialized_in_order: Requests are started in another order than they were initialized (6.13).
PROGRAM(initialized_in_order) {
    int first = rank == 0 ? 1 : -1, second = rank == 0 ? 2 : -1;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Bcast_init(&first, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(&second, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    PMPI_Start(&requests[1]);
    PMPI_Start(&requests[0]);
    PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    IS(first, 1);
    IS(second, 2);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

// program starts_with_messages: MPI_Startall starts collective calls and messages together (3.9, 6.13).
PROGRAM(starts_with_messages) {
    int value = -1, sum = -1;
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Recv_init(&value, 1, MPI_INT, left_of(rank, size), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Send_init(&rank, 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Startall(3, requests);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    IS(value, left_of(rank, size));
    IS(sum, 6);
    for (int i = 0; i < 3; ++i) MPI_Request_free(&requests[i]);
}
