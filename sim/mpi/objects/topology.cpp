#include "sim/mpi/objects/topology.h"

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace rmasim::mpi {

namespace {

// The divisors, in ascending order.
std::vector<int> divisors_of(int number) {
    std::vector<int> low, high;
    for (int one = 1; std::int64_t{one} * one <= number; ++one) {
        if (number % one != 0) continue;
        low.push_back(one);
        if (number / one != one) high.push_back(number / one);
    }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

// Searches the most equal factors of `rest`, in descending order and at most `limit`: the lowest greatest factor, then
// the lowest second one, and so on.
bool find_factors(int rest, int limit, std::span<int> factors) {
    if (factors.size() == 1) {
        factors[0] = rest;
        return rest <= limit;
    }
    for (const int first : divisors_of(rest)) {
        if (first > limit) break;
        // The others are at most `first`, so their product must not be too large.
        std::int64_t reach = first;
        for (std::size_t i = 1; i < factors.size() && reach < rest; ++i) reach *= first;
        if (reach < rest) continue;
        factors[0] = first;
        if (find_factors(rest / first, first, factors.subspan(1))) return true;
    }
    return false;
}

}  // namespace

int grid_size(std::span<const int> dims) {
    std::int64_t size = 1;
    for (const int dim : dims) {
        require(dim >= 0, MPI_ERR_DIMS, "a dimension is negative");
        size *= dim;
        require(size <= std::numeric_limits<int>::max(), MPI_ERR_ARG, "the grid has too many processes");
    }
    return static_cast<int>(size);
}

std::vector<int> coordinates_of(const Cartesian& grid, int rank) {
    std::vector<int> coordinates(grid.dims.size());
    for (std::size_t i = grid.dims.size(); i-- > 0; rank /= grid.dims[i]) coordinates[i] = rank % grid.dims[i];
    return coordinates;
}

int rank_at(const Cartesian& grid, std::span<const int> coordinates) {
    int rank = 0;
    for (std::size_t i = 0; i < grid.dims.size(); ++i) {
        int at = coordinates[i];
        if (grid.periods[i]) {
            at %= grid.dims[i];
            if (at < 0) at += grid.dims[i];
        }
        if (at < 0 || at >= grid.dims[i]) return MPI_PROC_NULL;
        rank = rank * grid.dims[i] + at;
    }
    return rank;
}

int shifted_rank(const Cartesian& grid, int rank, int dimension, std::int64_t disp) {
    std::vector<int> coordinates = coordinates_of(grid, rank);
    const auto index = static_cast<std::size_t>(dimension);
    const int length = grid.dims[index];
    const std::int64_t at = std::int64_t{coordinates[index]} + (grid.periods[index] ? disp % length : disp);
    if (!grid.periods[index] && (at < 0 || at >= length)) return MPI_PROC_NULL;
    coordinates[index] = static_cast<int>(at);
    return rank_at(grid, coordinates);
}

SubGrid sub_grid(const Cartesian& grid, int rank, std::span<const int> keeps) {
    SubGrid sub;
    const std::vector<int> coordinates = coordinates_of(grid, rank);
    for (std::size_t i = 0; i < grid.dims.size(); ++i) {
        if (keeps[i] != 0) {
            sub.grid.dims.push_back(grid.dims[i]);
            sub.grid.periods.push_back(grid.periods[i]);
            sub.rank = sub.rank * grid.dims[i] + coordinates[i];
        } else {
            sub.colour = sub.colour * grid.dims[i] + coordinates[i];
        }
    }
    return sub;
}

void balance_dims(int processes, std::span<int> dims) {
    require(processes > 0, MPI_ERR_ARG, "the number of processes is not positive");
    std::int64_t fixed = 1;
    std::size_t open = 0;
    for (const int dim : dims) {
        require(dim >= 0, MPI_ERR_DIMS, "a dimension is negative");
        if (dim == 0) ++open;
        else fixed = std::min<std::int64_t>(fixed * dim, std::int64_t{1} << 31);
    }
    require(processes % fixed == 0, MPI_ERR_DIMS, "the given dimensions do not divide the number of processes");
    const int rest = static_cast<int>(processes / fixed);
    require(open != 0 || rest == 1, MPI_ERR_DIMS, "the product of the dimensions is not the number of processes");
    if (open == 0) return;
    std::vector<int> factors(open);
    find_factors(rest, rest, factors);
    std::size_t next = 0;
    for (int& dim : dims)
        if (dim == 0) dim = factors[next++];
}

void check_graph(const Graph& graph) {
    int before = 0;
    for (const int end : graph.index) {
        require(end >= before, MPI_ERR_ARG, "the index of a graph decreases");
        before = end;
    }
    const auto nodes = static_cast<int>(graph.index.size());
    for (const int edge : graph.edges)
        require(edge >= 0 && edge < nodes, MPI_ERR_ARG, "an edge leads out of the graph");
}

std::span<const int> graph_neighbours(const Graph& graph, int rank) {
    const auto begin = rank == 0 ? 0 : static_cast<std::size_t>(graph.index[static_cast<std::size_t>(rank) - 1]);
    const auto end = static_cast<std::size_t>(graph.index[static_cast<std::size_t>(rank)]);
    return std::span(graph.edges).subspan(begin, end - begin);
}

NeighbourLists neighbours_of(const Topology& topology, int rank) {
    NeighbourLists lists;
    if (topology.kind == MPI_DIST_GRAPH) return {topology.neighbours.sources, topology.neighbours.destinations};
    if (topology.kind == MPI_GRAPH) {
        const std::span<const int> both = graph_neighbours(topology.graph, rank);
        lists.sources.assign(both.begin(), both.end());
    } else {
        for (int dimension = 0; dimension < static_cast<int>(topology.cartesian.dims.size()); ++dimension)
            for (const int disp : {-1, 1})
                lists.sources.push_back(shifted_rank(topology.cartesian, rank, dimension, disp));
    }
    lists.destinations = lists.sources;
    return lists;
}

}  // namespace rmasim::mpi
