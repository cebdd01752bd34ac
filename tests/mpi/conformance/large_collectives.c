// The forms with large counts of collective calls, from sections 6 and 8 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static const MPI_Count ones[4] = {1, 1, 1, 1};
static const MPI_Aint in_order[4] = {0, 1, 2, 3};
static const MPI_Aint reversed[4] = {3, 2, 1, 0};
static const MPI_Aint bytes[4] = {0, 4, 8, 12};
static int all[4], mine[4];
static MPI_Request request;

// Numbers what the rank sends, and clears what it receives.
static void reset(int rank) {
    for (int i = 0; i < 4; ++i) {
        all[i] = -1;
        mine[i] = 10 * rank + i;
    }
    request = MPI_REQUEST_NULL;
}

// Four datatypes of int.
static const MPI_Datatype* ints(void) {
    static MPI_Datatype list[4];
    for (int i = 0; i < 4; ++i) list[i] = MPI_INT;
    return list;
}

static void wait_for(void) { PMPI_Wait(&request, MPI_STATUS_IGNORE); }

// Starts a persistent request, waits for it, and frees it.
static void run(void) {
    PMPI_Start(&request);
    wait_for();
    PMPI_Request_free(&request);
}

static MPI_Comm ring(int size) {
    MPI_Comm comm;
    PMPI_Cart_create(MPI_COMM_WORLD, 1, &size, (const int[]){1}, 0, &comm);
    return comm;
}

static void add_large(void* in, void* inout, MPI_Count* length, MPI_Datatype* type) {
    for (MPI_Count i = 0; i < *length; ++i) ((int*)inout)[i] += ((int*)in)[i] + 1;
    (void)type;
}

// program large_moves: Blocking calls that move data (6.4 to 6.7).
PROGRAM(large_moves) {
    reset(rank);
    MPI_Bcast_c(mine, 1, MPI_INT, 2, MPI_COMM_WORLD);
    IS(mine[0], 20);
    reset(rank);
    MPI_Gather_c(mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
    IS(all[3], rank == 0 ? 30 : -1);
    reset(rank);
    MPI_Gatherv_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, 0, MPI_COMM_WORLD);
    IS(all[3], rank == 0 ? 0 : -1);
    reset(rank);
    MPI_Scatter_c(mine, 1, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD);
    IS(all[0], 10 + rank);
    reset(rank);
    MPI_Scatterv_c(mine, ones, reversed, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD);
    IS(all[0], 13 - rank);
    reset(rank);
    MPI_Allgather_c(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    IS(all[2], 20);
    reset(rank);
    MPI_Allgatherv_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, MPI_COMM_WORLD);
    IS(all[0], 30);
}

// program large_exchanges: Blocking exchanges (6.8).
PROGRAM(large_exchanges) {
    reset(rank);
    MPI_Alltoall_c(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    IS(all[3], 30 + rank);
    reset(rank);
    MPI_Alltoallv_c(mine, ones, in_order, MPI_INT, all, ones, reversed, MPI_INT, MPI_COMM_WORLD);
    IS(all[0], 30 + rank);
    reset(rank);
    MPI_Alltoallw_c(mine, ones, bytes, ints(), all, ones, bytes, ints(), MPI_COMM_WORLD);
    IS(all[1], 10 + rank);
}

// program large_reductions: Blocking reductions (6.9 to 6.11).
PROGRAM(large_reductions) {
    reset(rank);
    MPI_Reduce_c(mine, all, 1, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD);
    IS(all[0], rank == 3 ? 60 : -1);
    reset(rank);
    MPI_Allreduce_c(mine, all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    IS(all[0], 30);
    reset(rank);
    MPI_Reduce_scatter_block_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(all[0], 60 + 4 * rank);
    reset(rank);
    MPI_Reduce_scatter_c(mine, all, ones, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    IS(all[0], 30 + rank);
    reset(rank);
    MPI_Scan_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(all[0], 5 * rank * (rank + 1));
    reset(rank);
    MPI_Exscan_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0) IS(all[0], 5 * rank * (rank - 1));
    reset(rank);
    MPI_Reduce_local_c(&(int){7}, mine, 1, MPI_INT, MPI_SUM);
    IS(mine[0], 10 * rank + 7);
}

// program large_imoves: Nonblocking calls that move data (6.12).
PROGRAM(large_imoves) {
    reset(rank);
    MPI_Ibcast_c(mine, 1, MPI_INT, 2, MPI_COMM_WORLD, &request);
    wait_for();
    IS(mine[0], 20);
    reset(rank);
    MPI_Igather_c(mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[3], rank == 0 ? 30 : -1);
    reset(rank);
    MPI_Igatherv_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[3], rank == 0 ? 0 : -1);
    reset(rank);
    MPI_Iscatter_c(mine, 1, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 10 + rank);
    reset(rank);
    MPI_Iscatterv_c(mine, ones, reversed, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 13 - rank);
    reset(rank);
    MPI_Iallgather_c(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[2], 20);
    reset(rank);
    MPI_Iallgatherv_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 30);
}

// program large_iexchanges: Nonblocking exchanges (6.12.6).
PROGRAM(large_iexchanges) {
    reset(rank);
    MPI_Ialltoall_c(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[3], 30 + rank);
    reset(rank);
    MPI_Ialltoallv_c(mine, ones, in_order, MPI_INT, all, ones, reversed, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 30 + rank);
    reset(rank);
    MPI_Ialltoallw_c(mine, ones, bytes, ints(), all, ones, bytes, ints(), MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[1], 10 + rank);
}

// program large_ireductions: Nonblocking reductions (6.12).
PROGRAM(large_ireductions) {
    reset(rank);
    MPI_Ireduce_c(mine, all, 1, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], rank == 3 ? 60 : -1);
    reset(rank);
    MPI_Iallreduce_c(mine, all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 30);
    reset(rank);
    MPI_Ireduce_scatter_block_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 60 + 4 * rank);
    reset(rank);
    MPI_Ireduce_scatter_c(mine, all, ones, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 30 + rank);
    reset(rank);
    MPI_Iscan_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    IS(all[0], 5 * rank * (rank + 1));
    reset(rank);
    MPI_Iexscan_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    if (rank > 0) IS(all[0], 5 * rank * (rank - 1));
}

// program large_persistent_moves: Persistent calls that move data (6.13).
// mpich: moves nothing in persistent calls of this kind
PROGRAM(large_persistent_moves) {
    reset(rank);
    MPI_Bcast_init_c(mine, 1, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(mine[0], 20);
    reset(rank);
    MPI_Gather_init_c(mine, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[3], rank == 0 ? 30 : -1);
    reset(rank);
    MPI_Gatherv_init_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[3], rank == 0 ? 0 : -1);
    reset(rank);
    MPI_Scatter_init_c(mine, 1, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 10 + rank);
    reset(rank);
    MPI_Scatterv_init_c(mine, ones, reversed, MPI_INT, all, 1, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 13 - rank);
    reset(rank);
    MPI_Allgather_init_c(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[2], 20);
    reset(rank);
    MPI_Allgatherv_init_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 30);
}

// program large_persistent_exchanges: Persistent exchanges (6.13.6).
PROGRAM(large_persistent_exchanges) {
    reset(rank);
    MPI_Alltoall_init_c(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[3], 30 + rank);
    reset(rank);
    MPI_Alltoallv_init_c(mine, ones, in_order, MPI_INT, all, ones, reversed, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                         &request);
    run();
    IS(all[0], 30 + rank);
    reset(rank);
    MPI_Alltoallw_init_c(mine, ones, bytes, ints(), all, ones, bytes, ints(), MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[1], 10 + rank);
}

// program large_persistent_reductions: Persistent reductions (6.13).
PROGRAM(large_persistent_reductions) {
    reset(rank);
    MPI_Reduce_init_c(mine, all, 1, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], rank == 3 ? 60 : -1);
    reset(rank);
    MPI_Allreduce_init_c(mine, all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 30);
    reset(rank);
    MPI_Reduce_scatter_block_init_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 60 + 4 * rank);
    reset(rank);
    MPI_Reduce_scatter_init_c(mine, all, ones, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 30 + rank);
    reset(rank);
    MPI_Scan_init_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 5 * rank * (rank + 1));
    reset(rank);
    MPI_Exscan_init_c(mine, all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    run();
    if (rank > 0) IS(all[0], 5 * rank * (rank - 1));
}

// program large_neighbours: Blocking calls of neighbours (8.6).
PROGRAM(large_neighbours) {
    MPI_Comm comm = ring(size);
    const int left = left_of(rank, size), right = right_of(rank, size);
    reset(rank);
    MPI_Neighbor_allgather_c(mine, 1, MPI_INT, all, 1, MPI_INT, comm);
    IS(all[0], 10 * left);
    reset(rank);
    MPI_Neighbor_allgatherv_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, comm);
    IS(all[2], 10 * right);
    reset(rank);
    MPI_Neighbor_alltoall_c(mine, 1, MPI_INT, all, 1, MPI_INT, comm);
    IS(all[0], 10 * left + 1);
    reset(rank);
    MPI_Neighbor_alltoallv_c(mine, ones, in_order, MPI_INT, all, ones, reversed, MPI_INT, comm);
    IS(all[3], 10 * left + 1);
    reset(rank);
    MPI_Neighbor_alltoallw_c(mine, ones, bytes, ints(), all, ones, bytes, ints(), comm);
    IS(all[1], 10 * right);
    PMPI_Comm_free(&comm);
}

// program large_ineighbours: Nonblocking calls of neighbours (8.7).
PROGRAM(large_ineighbours) {
    MPI_Comm comm = ring(size);
    const int left = left_of(rank, size), right = right_of(rank, size);
    reset(rank);
    MPI_Ineighbor_allgather_c(mine, 1, MPI_INT, all, 1, MPI_INT, comm, &request);
    wait_for();
    IS(all[0], 10 * left);
    reset(rank);
    MPI_Ineighbor_allgatherv_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, comm, &request);
    wait_for();
    IS(all[2], 10 * right);
    reset(rank);
    MPI_Ineighbor_alltoall_c(mine, 1, MPI_INT, all, 1, MPI_INT, comm, &request);
    wait_for();
    IS(all[0], 10 * left + 1);
    reset(rank);
    MPI_Ineighbor_alltoallv_c(mine, ones, in_order, MPI_INT, all, ones, reversed, MPI_INT, comm, &request);
    wait_for();
    IS(all[3], 10 * left + 1);
    reset(rank);
    MPI_Ineighbor_alltoallw_c(mine, ones, bytes, ints(), all, ones, bytes, ints(), comm, &request);
    wait_for();
    IS(all[1], 10 * right);
    PMPI_Comm_free(&comm);
}

// program large_persistent_neighbours: Persistent calls of neighbours (8.8).
PROGRAM(large_persistent_neighbours) {
    MPI_Comm comm = ring(size);
    const int left = left_of(rank, size), right = right_of(rank, size);
    reset(rank);
    MPI_Neighbor_allgather_init_c(mine, 1, MPI_INT, all, 1, MPI_INT, comm, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 10 * left);
    reset(rank);
    MPI_Neighbor_allgatherv_init_c(mine, 1, MPI_INT, all, ones, reversed, MPI_INT, comm, MPI_INFO_NULL, &request);
    run();
    IS(all[2], 10 * right);
    reset(rank);
    MPI_Neighbor_alltoall_init_c(mine, 1, MPI_INT, all, 1, MPI_INT, comm, MPI_INFO_NULL, &request);
    run();
    IS(all[0], 10 * left + 1);
    reset(rank);
    MPI_Neighbor_alltoallv_init_c(mine, ones, in_order, MPI_INT, all, ones, reversed, MPI_INT, comm, MPI_INFO_NULL,
                                  &request);
    run();
    IS(all[3], 10 * left + 1);
    reset(rank);
    MPI_Neighbor_alltoallw_init_c(mine, ones, bytes, ints(), all, ones, bytes, ints(), comm, MPI_INFO_NULL, &request);
    run();
    IS(all[1], 10 * right);
    PMPI_Comm_free(&comm);
}

// program large_operation: An operation whose function gets a large count, in calls with either count (6.9.5).
PROGRAM(large_operation) {
    MPI_Op op = MPI_OP_NULL;
    int flag = 0;
    MPI_Op_create_c(add_large, 1, &op);
    CHECK(op != MPI_OP_NULL);
    PMPI_Op_commutative(op, &flag);
    IS(flag, 1);
    reset(rank);
    PMPI_Reduce_local_c(&(int){7}, mine, 1, MPI_INT, op);
    IS(mine[0], 10 * rank + 8);
    reset(rank);
    PMPI_Allreduce_c(mine, all, 2, MPI_INT, op, MPI_COMM_WORLD);
    IS(all[0], 63);
    IS(all[1], 67);
    PMPI_Op_free(&op);
}
