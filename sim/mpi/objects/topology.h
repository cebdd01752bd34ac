// Process topologies: a Cartesian grid, a graph, or the neighbours of each process (MPI 4.1, chapter 8).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace rmasim::mpi {

struct Cartesian {
    std::vector<int> dims;
    std::vector<bool> periods;
};

// The neighbours of node i are edges[index[i - 1]] to edges[index[i]].
struct Graph {
    std::vector<int> index, edges;
};

struct Neighbours {
    std::vector<int> sources, source_weights, destinations, destination_weights;
    bool weighted = false;
};

struct Topology {
    int kind = 0;  // MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH
    Cartesian cartesian;
    Graph graph;
    Neighbours neighbours;
};

using TopologyRef = std::shared_ptr<const Topology>;

// Returns the number of processes in a grid. Throws MPI_ERR_DIMS if a dimension is negative, and MPI_ERR_ARG if the
// number does not fit into an int.
int grid_size(std::span<const int> dims);
// Returns the coordinates of a rank; the last dimension is the fastest one.
std::vector<int> coordinates_of(const Cartesian& grid, int rank);
// Returns the rank at these coordinates, which are wrapped in periodic dimensions. MPI_PROC_NULL outside of others.
int rank_at(const Cartesian& grid, std::span<const int> coordinates);
// Returns the rank `disp` steps away in a dimension.
int shifted_rank(const Cartesian& grid, int rank, int dimension, std::int64_t disp);

// The part of a grid that keeps some dimensions: its colour, and the rank in it.
struct SubGrid {
    Cartesian grid;
    int colour = 0;
    int rank = 0;
};
SubGrid sub_grid(const Cartesian& grid, int rank, std::span<const int> keeps);

// Fills dimensions that are 0, so that the product is `processes`, as equal as possible and not increasing. Throws
// MPI_ERR_DIMS if that is impossible.
void balance_dims(int processes, std::span<int> dims);

// Checks a graph of `nodes` nodes. Throws MPI_ERR_ARG.
void check_graph(const Graph& graph);
std::span<const int> graph_neighbours(const Graph& graph, int rank);

// The neighbours of a process in the order of the neighbourhood collectives (MPI 4.1, 8.6).
struct NeighbourLists {
    std::vector<int> sources, destinations;
};
NeighbourLists neighbours_of(const Topology& topology, int rank);

}  // namespace rmasim::mpi
