// Graph topologies, from section 8.5 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// The graph of the standard's example: 0 has the neighbours 1 and 3, 1 has 0, 2 has 3, and 3 has 0 and 2.
static const int degrees[4] = {2, 3, 4, 6};
static const int edges[6] = {1, 3, 0, 3, 0, 2};

// program graph_get: A graph has its nodes and edges (8.5.3, 8.5.5).
PROGRAM(graph_get) {
    MPI_Comm comm = MPI_COMM_NULL;
    int nodes = -1, count = -1, kind = -1, index[4] = {0}, found[6] = {0};
    MPI_Graph_create(MPI_COMM_WORLD, 4, degrees, edges, 0, &comm);
    MPI_Topo_test(comm, &kind);
    CHECK(kind == MPI_GRAPH);
    MPI_Graphdims_get(comm, &nodes, &count);
    IS(nodes, 4);
    IS(count, 6);
    MPI_Graph_get(comm, 4, 6, index, found);
    for (int i = 0; i < 4; ++i) IS(index[i], degrees[i]);
    for (int i = 0; i < 6; ++i) IS(found[i], edges[i]);
    PMPI_Comm_free(&comm);
}

// program graph_neighbours: Neighbours of any rank, in the order of the edges (8.5.5).
PROGRAM(graph_neighbours) {
    MPI_Comm comm;
    int count = -1, found[2] = {-1, -1};
    PMPI_Graph_create(MPI_COMM_WORLD, 4, degrees, edges, 0, &comm);
    MPI_Graph_neighbors_count(comm, 3, &count);
    IS(count, 2);
    MPI_Graph_neighbors(comm, 3, 2, found);
    IS(found[0], 0);
    IS(found[1], 2);
    MPI_Graph_neighbors_count(comm, 1, &count);
    IS(count, 1);
    PMPI_Comm_free(&comm);
}

// program graph_fewer: A graph with fewer nodes has no other ranks (8.5.3).
PROGRAM(graph_fewer) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Graph_create(MPI_COMM_WORLD, 2, (const int[]){1, 2}, (const int[]){1, 0}, 0, &comm);
    CHECK((comm == MPI_COMM_NULL) == (rank >= 2));
    if (comm != MPI_COMM_NULL) PMPI_Comm_free(&comm);
}

// program graph_repeats: A graph may have an edge twice, and edges to the rank itself (8.5.3).
PROGRAM(graph_repeats) {
    MPI_Comm comm;
    int count = -1, found[3] = {-1, -1, -1};
    MPI_Graph_create(MPI_COMM_WORLD, 4, (const int[]){3, 4, 5, 6}, (const int[]){0, 1, 1, 0, 2, 3}, 0, &comm);
    MPI_Graph_neighbors_count(comm, 0, &count);
    IS(count, 3);
    MPI_Graph_neighbors(comm, 0, 3, found);
    IS(found[0], 0);
    IS(found[1] + found[2], 2);
    PMPI_Comm_free(&comm);
}

// program graph_map: The rank of the calling process in a graph, or MPI_UNDEFINED (8.5.8).
// openmpi: returns the rank to those outside, too
PROGRAM(graph_map) {
    int found = -9, all[4], members = 0;
    MPI_Graph_map(MPI_COMM_WORLD, 2, (const int[]){1, 2}, (const int[]){1, 0}, &found);
    PMPI_Allgather(&found, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) {
        CHECK(all[i] == MPI_UNDEFINED || (all[i] >= 0 && all[i] < 2));
        members += all[i] != MPI_UNDEFINED;
    }
    IS(members, 2);
}

// program dist_graph_adjacent: Sources and destinations are those of the call, with their weights (8.5.4).
PROGRAM(dist_graph_adjacent) {
    MPI_Comm comm = MPI_COMM_NULL;
    const int sources[2] = {left_of(rank, size), rank}, weights[2] = {3, 4};
    const int destinations[2] = {rank, right_of(rank, size)}, out[2] = {4, 3};
    int in_count = -1, out_count = -1, weighted = -1, kind = -1, found[4][2] = {{-1}};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, weights, 2, destinations, out, MPI_INFO_NULL, 0, &comm);
    MPI_Topo_test(comm, &kind);
    CHECK(kind == MPI_DIST_GRAPH);
    MPI_Dist_graph_neighbors_count(comm, &in_count, &out_count, &weighted);
    IS(in_count, 2);
    IS(out_count, 2);
    IS(!!weighted, 1);
    MPI_Dist_graph_neighbors(comm, 2, found[0], found[1], 2, found[2], found[3]);
    for (int i = 0; i < 2; ++i) {
        IS(found[0][i], sources[i]);
        IS(found[1][i], weights[i]);
        IS(found[2][i], destinations[i]);
        IS(found[3][i], out[i]);
    }
    PMPI_Comm_free(&comm);
}

// program dist_graph_unweighted: Without weights the flag is false (8.5.4).
PROGRAM(dist_graph_unweighted) {
    MPI_Comm comm = MPI_COMM_NULL;
    const int source = left_of(rank, size), destination = right_of(rank, size);
    int in_count = -1, out_count = -1, weighted = -1, from = -1, to = -1;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &destination, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    MPI_Dist_graph_neighbors_count(comm, &in_count, &out_count, &weighted);
    IS(in_count, 1);
    IS(weighted, 0);
    MPI_Dist_graph_neighbors(comm, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED);
    IS(from, source);
    IS(to, destination);
    PMPI_Comm_free(&comm);
}

// program dist_graph_by_one: One rank passes all edges; each rank has its own (8.5.4).
PROGRAM(dist_graph_by_one) {
    MPI_Comm comm = MPI_COMM_NULL;
    const int sources[2] = {0, 2}, degrees_of[2] = {3, 1}, destinations[4] = {1, 2, 3, 1},
              weights[4] = {10, 20, 30, 40};
    int in_count = -1, out_count = -1, weighted = -1, from[4] = {-1}, in[4] = {-1}, to[4] = {-1}, out[4] = {-1};
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 3 ? 2 : 0, sources, degrees_of, destinations, weights, MPI_INFO_NULL,
                          0, &comm);
    MPI_Dist_graph_neighbors_count(comm, &in_count, &out_count, &weighted);
    IS(in_count, ((const int[]){0, 2, 1, 1})[rank]);
    IS(out_count, ((const int[]){3, 0, 1, 0})[rank]);
    MPI_Dist_graph_neighbors(comm, in_count, from, in, out_count, to, out);
    if (rank == 1) {
        IS(from[0] + from[1], 2);
        IS(in[0] + in[1], 50);
    }
    if (rank == 2) IS(in[0], 20);
    if (rank == 0) IS(out[0] + out[1] + out[2], 60);
    PMPI_Comm_free(&comm);
}

// program dist_graph_stable: Repeated queries return the neighbours in the same order (8.5.4).
PROGRAM(dist_graph_stable) {
    MPI_Comm comm;
    const int degree = 3;
    int targets[3], first[2][3], second[2][3];
    for (int i = 0; i < 3; ++i) targets[i] = (rank + i + 1) % 4;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, targets, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    MPI_Dist_graph_neighbors(comm, 3, first[0], MPI_UNWEIGHTED, 3, first[1], MPI_UNWEIGHTED);
    MPI_Dist_graph_neighbors(comm, 3, second[0], MPI_UNWEIGHTED, 3, second[1], MPI_UNWEIGHTED);
    int sum = 0;
    for (int i = 0; i < 3; ++i) {
        CHECK(first[0][i] == second[0][i] && first[1][i] == second[1][i]);
        sum += first[0][i];
    }
    IS(sum, 6 - rank);
    PMPI_Comm_free(&comm);
}
