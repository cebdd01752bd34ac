// Neighbourhood collective calls, from sections 8.6 to 8.8 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// Returns a ring; each rank has the neighbours to its left and right.
static MPI_Comm ring(int size) {
    MPI_Comm comm;
    const int periodic = 1;
    PMPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
    return comm;
}

// Returns a line; the ranks at its ends have a null process as a neighbour.
static MPI_Comm line(int size) {
    MPI_Comm comm;
    const int periodic = 0;
    PMPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comm);
    return comm;
}

// Returns a graph in which each rank sends to all with a higher rank, itself not included.
static MPI_Comm upwards(int rank, int size) {
    MPI_Comm comm;
    int sources[4], destinations[4];
    for (int i = 0; i < rank; ++i) sources[i] = i;
    for (int i = rank + 1; i < size; ++i) destinations[i - rank - 1] = i;
    PMPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank, sources, MPI_UNWEIGHTED, size - rank - 1, destinations,
                                    MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    return comm;
}

static void wait_for(MPI_Request* request) { PMPI_Wait(request, MPI_STATUS_IGNORE); }

// program neighbours_of_ring: Neighbours of a cartesian dimension are first the negative, then the positive one (8.6).
PROGRAM(neighbours_of_ring) {
    MPI_Comm comm = ring(size);
    int got[2] = {-1, -1};
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, comm);
    IS(got[0], left_of(rank, size));
    IS(got[1], right_of(rank, size));
    PMPI_Comm_free(&comm);
}

// program neighbours_at_ends: Blocks of null processes are not changed (8.6).
PROGRAM(neighbours_at_ends) {
    MPI_Comm comm = line(size);
    int got[2] = {-9, -9};
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, comm);
    IS(got[0], rank == 0 ? -9 : rank - 1);
    IS(got[1], rank == size - 1 ? -9 : rank + 1);
    PMPI_Comm_free(&comm);
}

// program neighbours_alltoall: Each neighbour gets its own block (8.6.2).
PROGRAM(neighbours_alltoall) {
    MPI_Comm comm = ring(size);
    const int sent[2] = {10 * rank + 1, 10 * rank + 2};
    int got[2] = {-1, -1};
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, comm);
    IS(got[0], 10 * left_of(rank, size) + 2);
    IS(got[1], 10 * right_of(rank, size) + 1);
    PMPI_Comm_free(&comm);
}

// program ring_of_two: In a periodic dimension of two, both neighbours are the same rank; its blocks do not mix (8.6).
PROGRAM(ring_of_two) {
    MPI_Comm comm;
    const int dims[2] = {2, 2}, periods[2] = {1, 1};
    PMPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    int sent[4], got[4] = {-1, -1, -1, -1};
    for (int i = 0; i < 4; ++i) sent[i] = 10 * rank + i;
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, comm);
    IS(got[0], 10 * (rank ^ 2) + 1);
    IS(got[1], 10 * (rank ^ 2));
    IS(got[2], 10 * (rank ^ 1) + 3);
    IS(got[3], 10 * (rank ^ 1) + 2);
    PMPI_Comm_free(&comm);
}

// program ring_of_one: A rank is its own neighbour in a periodic dimension of one (8.6).
PROGRAM(ring_of_one) {
    MPI_Comm comm;
    const int dims[1] = {1}, periods[1] = {1}, sent[2] = {rank, rank + 10};
    int got[2] = {-1, -1};
    PMPI_Cart_create(MPI_COMM_SELF, 1, dims, periods, 0, &comm);
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, comm);
    IS(got[0], rank + 10);
    IS(got[1], rank);
    PMPI_Comm_free(&comm);
}

// program graph_allgatherv: Sources and destinations differ; blocks are in the order of the sources (8.6.1).
PROGRAM(graph_allgatherv) {
    MPI_Comm comm = upwards(rank, size);
    const int counts[3] = {1, 2, 3}, at[3] = {5, 3, 0};
    int sent[3] = {rank, rank + 10, rank + 20}, got[6] = {-1, -1, -1, -1, -1, -1};
    MPI_Neighbor_allgatherv(sent, rank + 1 > 3 ? 3 : rank + 1, MPI_INT, got, counts, at, MPI_INT, comm);
    IS(got[5], rank > 0 ? 0 : -1);
    IS(got[4], rank > 1 ? 11 : -1);
    IS(got[2], rank > 2 ? 22 : -1);
    PMPI_Comm_free(&comm);
}

// program graph_alltoallv: Lengths and displacements of each edge (8.6.2).
PROGRAM(graph_alltoallv) {
    MPI_Comm comm = upwards(rank, size);
    int sent[3], got[6], counts[3], at[3] = {0, 1, 2}, from[3], to[3] = {0, 2, 4};
    for (int i = 0; i < 3; ++i) sent[i] = 10 * rank + i, counts[i] = 1, from[i] = 1;
    for (int i = 0; i < 6; ++i) got[i] = -1;
    MPI_Neighbor_alltoallv(sent, counts, at, MPI_INT, got, from, to, MPI_INT, comm);
    for (int i = 0; i < 3; ++i) IS(got[2 * i], i < rank ? 10 * i + rank - i - 1 : -1);
    PMPI_Comm_free(&comm);
}

// program graph_alltoallw: Datatypes of each edge, displacements in bytes that are addresses (8.6.2).
PROGRAM(graph_alltoallw) {
    MPI_Comm comm = ring(size);
    struct {
        double real;
        int number;
    } out = {rank + 0.5, rank}, in = {-1, -1};
    const int ones[2] = {1, 1};
    const MPI_Datatype sent[2] = {MPI_DOUBLE, MPI_INT}, received[2] = {MPI_INT, MPI_DOUBLE};
    const MPI_Aint from[2] = {0, 8}, to[2] = {8, 0};
    MPI_Neighbor_alltoallw(&out, ones, from, sent, &in, ones, to, received, comm);
    IS(in.number, left_of(rank, size));
    IS(in.real * 2, 2 * right_of(rank, size) + 1);
    PMPI_Comm_free(&comm);
}

// program graph_with_weights: A rank that is a neighbour twice gets two blocks, in the order of the edges (8.6).
// mpich: the blocks of two equal edges are exchanged
PROGRAM(graph_with_weights) {
    MPI_Comm comm;
    const int sources[2] = {left_of(rank, size), left_of(rank, size)};
    const int destinations[2] = {right_of(rank, size), right_of(rank, size)}, weights[2] = {1, 5};
    const int sent[2] = {10 * rank, 10 * rank + 1};
    int got[2] = {-1, -1};
    PMPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, weights, 2, destinations, weights, MPI_INFO_NULL, 0,
                                    &comm);
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, comm);
    IS(got[0], 10 * left_of(rank, size));
    IS(got[1], 10 * left_of(rank, size) + 1);
    PMPI_Comm_free(&comm);
}

// program graph_of_nobody: A rank without neighbours takes part (8.6).
PROGRAM(graph_of_nobody) {
    MPI_Comm comm;
    int got = -1;
    PMPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY,
                                    MPI_INFO_NULL, 0, &comm);
    IS(MPI_Neighbor_allgather(&rank, 1, MPI_INT, &got, 1, MPI_INT, comm), MPI_SUCCESS);
    IS(got, -1);
    PMPI_Comm_free(&comm);
}

// program old_graph_neighbours: Neighbours of a graph of MPI 1 are those of its edges, in their order (8.6).
PROGRAM(old_graph_neighbours) {
    MPI_Comm comm;
    const int index[4] = {2, 4, 6, 8}, edges[8] = {1, 3, 2, 0, 3, 1, 0, 2};
    int got[2] = {-1, -1};
    PMPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &comm);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, comm);
    IS(got[0], edges[2 * rank]);
    IS(got[1], edges[2 * rank + 1]);
    PMPI_Comm_free(&comm);
}

// program ineighbours: The nonblocking forms of gathers (8.7.1).
PROGRAM(ineighbours) {
    MPI_Comm comm = ring(size);
    const int ones[2] = {1, 1}, at[2] = {1, 0};
    int got[2] = {-1, -1}, swapped[2] = {-1, -1};
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, comm, &request);
    wait_for(&request);
    IS(got[0], left_of(rank, size));
    MPI_Ineighbor_allgatherv(&rank, 1, MPI_INT, swapped, ones, at, MPI_INT, comm, &request);
    wait_for(&request);
    IS(swapped[1], left_of(rank, size));
    IS(swapped[0], right_of(rank, size));
    PMPI_Comm_free(&comm);
}

// program ineighbours_alltoall: The nonblocking forms of exchanges (8.7.2).
PROGRAM(ineighbours_alltoall) {
    MPI_Comm comm = ring(size);
    const int sent[2] = {10 * rank, 10 * rank + 1}, ones[2] = {1, 1}, at[2] = {0, 1};
    const MPI_Aint bytes[2] = {0, 4};
    const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    int got[3][2];
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    memset(got, -1, sizeof(got));
    MPI_Ineighbor_alltoall(sent, 1, MPI_INT, got[0], 1, MPI_INT, comm, &requests[0]);
    MPI_Ineighbor_alltoallv(sent, ones, at, MPI_INT, got[1], ones, at, MPI_INT, comm, &requests[1]);
    MPI_Ineighbor_alltoallw(sent, ones, bytes, types, got[2], ones, bytes, types, comm, &requests[2]);
    for (int i = 0; i < 3; ++i) {
        wait_for(&requests[i]);
        IS(got[i][0], 10 * left_of(rank, size) + 1);
        IS(got[i][1], 10 * right_of(rank, size));
    }
    PMPI_Comm_free(&comm);
}

// program persistent_neighbours: The persistent forms, each started twice (8.8).
PROGRAM(persistent_neighbours) {
    MPI_Comm comm = ring(size);
    int sent[2] = {-1, -1}, got[5][2];
    const int ones[2] = {1, 1}, at[2] = {0, 1};
    const MPI_Aint bytes[2] = {0, 4};
    const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Request requests[5];
    for (int i = 0; i < 5; ++i) requests[i] = MPI_REQUEST_NULL;
    MPI_Neighbor_allgather_init(sent, 1, MPI_INT, got[0], 1, MPI_INT, comm, MPI_INFO_NULL, &requests[0]);
    MPI_Neighbor_allgatherv_init(sent, 1, MPI_INT, got[1], ones, at, MPI_INT, comm, MPI_INFO_NULL, &requests[1]);
    MPI_Neighbor_alltoall_init(sent, 1, MPI_INT, got[2], 1, MPI_INT, comm, MPI_INFO_NULL, &requests[2]);
    MPI_Neighbor_alltoallv_init(sent, ones, at, MPI_INT, got[3], ones, at, MPI_INT, comm, MPI_INFO_NULL, &requests[3]);
    MPI_Neighbor_alltoallw_init(sent, ones, bytes, types, got[4], ones, bytes, types, comm, MPI_INFO_NULL,
                                &requests[4]);
    for (int round = 0; round < 2; ++round) {
        sent[0] = 100 * round + 10 * rank;
        sent[1] = sent[0] + 1;
        memset(got, -1, sizeof(got));
        for (int i = 0; i < 5; ++i) {
            PMPI_Start(&requests[i]);
            PMPI_Wait(&requests[i], MPI_STATUS_IGNORE);
            IS(got[i][0], 100 * round + 10 * left_of(rank, size) + (i < 2 ? 0 : 1));
            IS(got[i][1], 100 * round + 10 * right_of(rank, size));
        }
    }
    for (int i = 0; i < 5; ++i) MPI_Request_free(&requests[i]);
    PMPI_Comm_free(&comm);
}
