// The functions of MPI for Cartesian topologies and graphs (MPI 4.1, 8.5.1 to 8.5.3 and 8.5.5 to 8.5.7).
#include "sim/mpi/objects/comm_creation.h"
#include "sim/mpi/objects/library.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

const Comm& with_topology(Library& own, MPI_Comm comm, int kind) {
    const Comm& found = own.comms.find(to_int(comm));
    require(found.topology != nullptr && found.topology->kind == kind, MPI_ERR_TOPOLOGY,
            "the communicator has no topology of this kind");
    return found;
}

const Cartesian& grid_of(Library& own, MPI_Comm comm) { return with_topology(own, comm, MPI_CART).topology->cartesian; }

const Graph& graph_of(Library& own, MPI_Comm comm) { return with_topology(own, comm, MPI_GRAPH).topology->graph; }

// Returns the array as a span. A negative length has the given class.
std::span<const int> list(int count, const int* array, int error_class) {
    require(count >= 0, error_class, "the number of entries is negative");
    require(count == 0 || array != nullptr, MPI_ERR_ARG, "the array is a null pointer");
    return {array, static_cast<std::size_t>(count)};
}

Cartesian checked_grid(int ndims, const int* dims, const int* periods, const Comm& comm) {
    const auto lengths = list(ndims, dims, MPI_ERR_DIMS), wraps = list(ndims, periods, MPI_ERR_DIMS);
    Cartesian grid{{lengths.begin(), lengths.end()}, {wraps.begin(), wraps.end()}};
    for (const int length : grid.dims) require(length > 0, MPI_ERR_DIMS, "a dimension is not positive");
    require(grid_size(grid.dims) <= comm.group().size(), MPI_ERR_ARG, "the grid is larger than the communicator");
    return grid;
}

Graph checked_graph(int nnodes, const int* index, const int* edges, const Comm& comm) {
    const auto ends = list(nnodes, index, MPI_ERR_ARG);
    require(nnodes <= comm.group().size(), MPI_ERR_ARG, "the graph is larger than the communicator");
    const auto all = list(ends.empty() ? 0 : ends.back(), edges, MPI_ERR_ARG);
    Graph graph{{ends.begin(), ends.end()}, {all.begin(), all.end()}};
    check_graph(graph);
    return graph;
}

// Creates a communicator of the first `size` processes with a topology. The ranks stay.
MPI_Comm create_with(Library& own, Comm& old, const char* function, int size, Topology topology) {
    const int colour = old.rank < size ? 0 : -1;
    return store_comm(own, old, split_comm(own, old, function, colour, old.rank),
                      std::make_shared<const Topology>(std::move(topology)));
}

void check_rank(int rank, int size) { require(rank >= 0 && rank < size, MPI_ERR_RANK, "the rank is not in the group"); }

// Copies as many entries as the caller's array holds.
void copy_out(std::span<const int> from, int room, int* to) {
    require(room >= 0, MPI_ERR_ARG, "the length of an array is negative");
    const std::size_t count = std::min(from.size(), static_cast<std::size_t>(room));
    require(to != nullptr || count == 0, MPI_ERR_ARG, "the array is a null pointer");
    std::copy_n(from.begin(), count, to);
}

// The arrays of MPI_CART_GET and MPI_CART_COORDS must hold all dimensions.
void check_dims(int maxdims, const Cartesian& grid) {
    require(maxdims >= static_cast<int>(grid.dims.size()), MPI_ERR_DIMS, "the arrays are too short");
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Topo_test(MPI_Comm comm, int* status) {
    return call("MPI_Topo_test", to_int(comm), [&](Library& own) {
        const TopologyRef& topology = own.comms.find(to_int(comm)).topology;
        checked(status) = topology == nullptr ? MPI_UNDEFINED : topology->kind;
    });
}

int PMPI_Dims_create(int nnodes, int ndims, int dims[]) {
    return call("MPI_Dims_create", 0, [&](Library&) {
        require(ndims >= 0, MPI_ERR_DIMS, "the number of dimensions is negative");
        require(dims != nullptr || ndims == 0, MPI_ERR_ARG, "the array is a null pointer");
        balance_dims(nnodes, {dims, static_cast<std::size_t>(ndims)});
    });
}

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int, MPI_Comm* comm_cart) {
    return call("MPI_Cart_create", to_int(comm_old), [&](Library& own) {
        Comm& old = own.comms.find_intra(to_int(comm_old));
        Topology topology;
        topology.kind = MPI_CART;
        topology.cartesian = checked_grid(ndims, dims, periods, old);
        const int size = grid_size(topology.cartesian.dims);
        checked(comm_cart) = create_with(own, old, "MPI_Cart_create", size, std::move(topology));
    });
}

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
    return call("MPI_Cart_sub", to_int(comm), [&](Library& own) {
        const Cartesian& grid = grid_of(own, comm);
        Comm& old = own.comms.find(to_int(comm));
        const auto keeps = list(static_cast<int>(grid.dims.size()), remain_dims, MPI_ERR_ARG);
        checked(newcomm);
        const SubGrid sub = sub_grid(grid, old.rank, keeps);
        Topology topology;
        topology.kind = MPI_CART;
        topology.cartesian = sub.grid;
        *newcomm = store_comm(own, old, split_comm(own, old, "MPI_Cart_sub", sub.colour, sub.rank),
                              std::make_shared<const Topology>(std::move(topology)));
    });
}

int PMPI_Cartdim_get(MPI_Comm comm, int* ndims) {
    return call("MPI_Cartdim_get", to_int(comm),
                [&](Library& own) { checked(ndims) = static_cast<int>(grid_of(own, comm).dims.size()); });
}

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    return call("MPI_Cart_get", to_int(comm), [&](Library& own) {
        const Cartesian& grid = grid_of(own, comm);
        check_dims(maxdims, grid);
        copy_out(grid.dims, maxdims, dims);
        copy_out(std::vector<int>(grid.periods.begin(), grid.periods.end()), maxdims, periods);
        copy_out(coordinates_of(grid, own.comms.find(to_int(comm)).rank), maxdims, coords);
    });
}

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int* rank) {
    return call("MPI_Cart_rank", to_int(comm), [&](Library& own) {
        const Cartesian& grid = grid_of(own, comm);
        const int found = rank_at(grid, list(static_cast<int>(grid.dims.size()), coords, MPI_ERR_ARG));
        require(found != MPI_PROC_NULL, MPI_ERR_ARG, "a coordinate is outside of the grid");
        checked(rank) = found;
    });
}

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    return call("MPI_Cart_coords", to_int(comm), [&](Library& own) {
        const Cartesian& grid = grid_of(own, comm);
        check_rank(rank, grid_size(grid.dims));
        check_dims(maxdims, grid);
        copy_out(coordinates_of(grid, rank), maxdims, coords);
    });
}

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int* rank_source, int* rank_dest) {
    return call("MPI_Cart_shift", to_int(comm), [&](Library& own) {
        const Cartesian& grid = grid_of(own, comm);
        require(direction >= 0 && direction < static_cast<int>(grid.dims.size()), MPI_ERR_DIMS,
                "the grid has no such dimension");
        const int rank = own.comms.find(to_int(comm)).rank;
        checked(rank_dest);
        checked(rank_source) = shifted_rank(grid, rank, direction, -std::int64_t{disp});
        *rank_dest = shifted_rank(grid, rank, direction, disp);
    });
}

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank) {
    return call("MPI_Cart_map", to_int(comm), [&](Library& own) {
        const Comm& old = own.comms.find_intra(to_int(comm));
        const int size = grid_size(checked_grid(ndims, dims, periods, old).dims);
        checked(newrank) = old.rank < size ? old.rank : MPI_UNDEFINED;
    });
}

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int, MPI_Comm* comm_graph) {
    return call("MPI_Graph_create", to_int(comm_old), [&](Library& own) {
        Comm& old = own.comms.find_intra(to_int(comm_old));
        Topology topology;
        topology.kind = MPI_GRAPH;
        topology.graph = checked_graph(nnodes, index, edges, old);
        checked(comm_graph) = create_with(own, old, "MPI_Graph_create", nnodes, std::move(topology));
    });
}

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int* newrank) {
    return call("MPI_Graph_map", to_int(comm), [&](Library& own) {
        const Comm& old = own.comms.find_intra(to_int(comm));
        checked_graph(nnodes, index, edges, old);
        checked(newrank) = old.rank < nnodes ? old.rank : MPI_UNDEFINED;
    });
}

int PMPI_Graphdims_get(MPI_Comm comm, int* nnodes, int* nedges) {
    return call("MPI_Graphdims_get", to_int(comm), [&](Library& own) {
        const Graph& graph = graph_of(own, comm);
        checked(nnodes) = static_cast<int>(graph.index.size());
        checked(nedges) = static_cast<int>(graph.edges.size());
    });
}

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
    return call("MPI_Graph_get", to_int(comm), [&](Library& own) {
        const Graph& graph = graph_of(own, comm);
        copy_out(graph.index, maxindex, index);
        copy_out(graph.edges, maxedges, edges);
    });
}

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int* nneighbors) {
    return call("MPI_Graph_neighbors_count", to_int(comm), [&](Library& own) {
        const Graph& graph = graph_of(own, comm);
        check_rank(rank, static_cast<int>(graph.index.size()));
        checked(nneighbors) = static_cast<int>(graph_neighbours(graph, rank).size());
    });
}

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
    return call("MPI_Graph_neighbors", to_int(comm), [&](Library& own) {
        const Graph& graph = graph_of(own, comm);
        check_rank(rank, static_cast<int>(graph.index.size()));
        copy_out(graph_neighbours(graph, rank), maxneighbors, neighbors);
    });
}
