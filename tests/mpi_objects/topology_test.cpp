// Cartesian grids, graphs and distributed graphs.
#include "sim/mpi/objects/topology.h"
#include "sim/mpi/objects/error.h"
#include "tests/mpi_objects/ranks.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace rmasim::mpi {
namespace {

std::vector<int> balanced(int processes, std::vector<int> dims) {
    balance_dims(processes, dims);
    return dims;
}

TEST(Dims, AreAsEqualAsPossible) {
    EXPECT_EQ(balanced(6, {0, 0}), (std::vector{3, 2}));
    EXPECT_EQ(balanced(7, {0, 0}), (std::vector{7, 1}));
    EXPECT_EQ(balanced(6, {0, 3, 0}), (std::vector{2, 3, 1}));
    EXPECT_EQ(balanced(60, {0, 0, 0}), (std::vector{5, 4, 3}));
    EXPECT_EQ(balanced(1 << 20, {0, 0}), (std::vector{1024, 1024}));
    EXPECT_EQ(balanced(2147483647, {0, 0}), (std::vector{2147483647, 1}));
    EXPECT_EQ(balanced(1, {}), (std::vector<int>{}));
}

// Compares with all ways to write a number as a product.
TEST(Dims, HaveTheSmallestGreatestFactor) {
    for (int processes = 1; processes <= 400; ++processes) {
        const std::vector<int> dims = balanced(processes, {0, 0, 0});
        int best = processes;
        for (int a = 1; a <= processes; ++a)
            for (int b = 1; processes % a == 0 && b <= processes / a; ++b)
                if (processes / a % b == 0) best = std::min(best, std::max({a, b, processes / a / b}));
        EXPECT_EQ(dims[0], best);
        EXPECT_TRUE(std::is_sorted(dims.rbegin(), dims.rend()));
        EXPECT_EQ(dims[0] * dims[1] * dims[2], processes);
    }
}

TEST(Cartesian, RanksCoordinatesAndNeighboursAgree) {
    Ranks ranks(std::vector<int>(7, 0));
    ranks.run([](int process) {
        const int dims[] = {2, 3}, periods[] = {0, 1};
        MPI_Comm grid = MPI_COMM_NULL, row = MPI_COMM_NULL;
        ASSERT_EQ(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid), MPI_SUCCESS);
        if (process == 6) {
            EXPECT_EQ(grid, MPI_COMM_NULL);
            return;
        }
        int coords[2] = {}, rank = -1, below = 0, above = 0, left = 0, right = 0;
        MPI_Cart_coords(grid, process, 2, coords);
        EXPECT_EQ(coords[0] * 3 + coords[1], process);
        MPI_Cart_rank(grid, coords, &rank);
        EXPECT_EQ(rank, process);
        MPI_Cart_shift(grid, 0, 1, &below, &above);
        EXPECT_EQ(below, process >= 3 ? process - 3 : MPI_PROC_NULL);
        EXPECT_EQ(above, process < 3 ? process + 3 : MPI_PROC_NULL);
        MPI_Cart_shift(grid, 1, -4, &left, &right);
        EXPECT_EQ(left, coords[0] * 3 + (coords[1] + 1) % 3);
        EXPECT_EQ(right, coords[0] * 3 + (coords[1] + 2) % 3);
        const int wrapped[] = {0, -1};
        MPI_Cart_rank(grid, wrapped, &rank);
        EXPECT_EQ(rank, 2);
        const int keeps[] = {0, 1};
        ASSERT_EQ(MPI_Cart_sub(grid, keeps, &row), MPI_SUCCESS);
        int ndims = 0, size = 0, row_dims[1] = {}, row_periods[1] = {}, row_coords[1] = {};
        MPI_Cartdim_get(row, &ndims);
        MPI_Comm_size(row, &size);
        MPI_Cart_get(row, 1, row_dims, row_periods, row_coords);
        EXPECT_EQ(ndims, 1);
        EXPECT_EQ(size, 3);
        EXPECT_EQ(row_periods[0], 1);
        EXPECT_EQ(row_coords[0], coords[1]);
    });
}

TEST(Cartesian, NeighboursAreInTheOrderOfTheStandard) {
    Topology topology;
    topology.kind = MPI_CART;
    topology.cartesian = {{2, 3}, {false, true}};
    EXPECT_EQ(neighbours_of(topology, 1).sources, (std::vector{MPI_PROC_NULL + 0, 4, 0, 2}));
    EXPECT_EQ(neighbours_of(topology, 5).destinations, (std::vector{2, MPI_PROC_NULL + 0, 4, 3}));
}

TEST(Graph, NeighboursAreThoseOfTheIndex) {
    Ranks ranks(std::vector<int>(4, 0));
    ranks.run([](int process) {
        const int index[] = {2, 3, 4, 6}, edges[] = {1, 3, 0, 3, 0, 2};
        const std::vector<int> expected[] = {{1, 3}, {0}, {3}, {0, 2}};
        MPI_Comm graph = MPI_COMM_NULL, copy = MPI_COMM_NULL;
        ASSERT_EQ(MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &graph), MPI_SUCCESS);
        MPI_Comm_dup(graph, &copy);
        int count = 0, kind = 0, nodes = 0, all = 0;
        MPI_Topo_test(copy, &kind);
        EXPECT_EQ(kind, MPI_GRAPH);
        MPI_Graphdims_get(copy, &nodes, &all);
        EXPECT_EQ(nodes, 4);
        EXPECT_EQ(all, 6);
        MPI_Graph_neighbors_count(copy, process, &count);
        std::vector<int> neighbours(static_cast<std::size_t>(count));
        MPI_Graph_neighbors(copy, process, count, neighbours.data());
        EXPECT_EQ(neighbours, expected[process]);
    });
}

// Each process contributes the edges of another one.
TEST(DistGraph, EdgesReachTheirProcesses) {
    Ranks ranks(std::vector<int>(5, 0));
    ranks.run([](int process) {
        const int source = (process + 2) % 5, degree = 2, weights[] = {process, 10 + process};
        const int destinations[] = {(source + 1) % 5, (source + 2) % 5};
        MPI_Comm graph = MPI_COMM_NULL;
        ASSERT_EQ(
            MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, destinations, weights, MPI_INFO_NULL, 0, &graph),
            MPI_SUCCESS);
        int in = 0, out = 0, weighted = 0, sources[2], source_weights[2], targets[2], target_weights[2];
        MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
        EXPECT_EQ(in, 2);
        EXPECT_EQ(out, 2);
        EXPECT_EQ(weighted, 1);
        MPI_Dist_graph_neighbors(graph, 2, sources, source_weights, 2, targets, target_weights);
        const int contributor = (process + 3) % 5;
        EXPECT_EQ(targets[0], (process + 1) % 5);
        EXPECT_EQ(targets[1], (process + 2) % 5);
        EXPECT_EQ(target_weights[0], contributor);
        EXPECT_EQ(target_weights[1], 10 + contributor);
        for (int i = 0; i < 2; ++i) {
            const int distance = (process - sources[i] + 5) % 5, from = (sources[i] + 3) % 5;
            EXPECT_EQ(source_weights[i], distance == 1 ? from : 10 + from);
        }
    });
}

TEST(DistGraph, WithoutWeightsTheyAreNotReturned) {
    Ranks ranks(std::vector<int>(2, 0));
    ranks.run([](int process) {
        const int other = 1 - process;
        int in = 0, out = 0, weighted = 1, source = -1, target = -1;
        MPI_Comm graph = MPI_COMM_NULL;
        ASSERT_EQ(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &other, MPI_UNWEIGHTED, 1, &other, MPI_UNWEIGHTED,
                                                 MPI_INFO_NULL, 0, &graph),
                  MPI_SUCCESS);
        MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
        EXPECT_EQ(weighted, 0);
        MPI_Dist_graph_neighbors(graph, 1, &source, MPI_UNWEIGHTED, 1, &target, MPI_UNWEIGHTED);
        EXPECT_EQ(source, other);
        EXPECT_EQ(target, other);
    });
}

}  // namespace
}  // namespace rmasim::mpi
