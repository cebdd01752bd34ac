// The functions of MPI for distributed graphs (MPI 4.1, 8.5.4).
#include "sim/mpi/objects/comm_creation.h"
#include "sim/mpi/objects/library.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

struct Edge {
    int source, destination, weight;
};

std::span<const int> list(int count, const int* array) {
    require(count >= 0, MPI_ERR_ARG, "the number of entries is negative");
    require(count == 0 || array != nullptr, MPI_ERR_ARG, "the array is a null pointer");
    return {array, static_cast<std::size_t>(count)};
}

void check_ranks(std::span<const int> ranks, int size) {
    for (const int rank : ranks) require(rank >= 0 && rank < size, MPI_ERR_ARG, "a process of the graph is no rank");
}

bool has_weights(const int* weights) { return weights != MPI_UNWEIGHTED; }

// The weights of `count` edges; 1 if there are none.
std::vector<int> weights_of(int count, const int* weights) {
    if (!has_weights(weights) || count == 0) return std::vector<int>(static_cast<std::size_t>(std::max(count, 0)), 1);
    require(weights != nullptr && weights != MPI_WEIGHTS_EMPTY, MPI_ERR_ARG, "the weights are missing");
    for (const int weight : std::span(weights, static_cast<std::size_t>(count)))
        require(weight >= 0, MPI_ERR_ARG, "a weight is negative");
    return {weights, weights + count};
}

// The edges that a process contributes, three numbers each.
std::vector<int> edges_of(int n, const int* sources, const int* degrees, const int* destinations, const int* weights,
                          int size) {
    const auto from = list(n, sources), counts = list(n, degrees);
    check_ranks(from, size);
    int all = 0;
    for (const int count : counts) {
        require(count >= 0, MPI_ERR_ARG, "a degree is negative");
        all += count;
    }
    const auto to = list(all, destinations);
    check_ranks(to, size);
    const std::vector<int> heavy = weights_of(all, weights);
    std::vector<int> edges;
    std::size_t next = 0;
    for (std::size_t i = 0; i < from.size(); ++i)
        for (int j = 0; j < counts[i]; ++j, ++next) edges.insert(edges.end(), {from[i], to[next], heavy[next]});
    return edges;
}

// The edges of all members, by the ranks of those who contributed them.
std::vector<Edge> all_edges(const Meeting& meeting) {
    std::vector<const Contribution*> members;
    for (const Contribution& one : meeting.contributions) members.push_back(&one);
    std::sort(members.begin(), members.end(),
              [](const Contribution* a, const Contribution* b) { return a->rank < b->rank; });
    std::vector<Edge> edges;
    for (const Contribution* one : members)
        for (std::size_t i = 0; i < one->edges.size(); i += 3)
            edges.push_back({one->edges[i], one->edges[i + 1], one->edges[i + 2]});
    return edges;
}

Neighbours neighbours_in(const std::vector<Edge>& edges, int rank, bool weighted) {
    Neighbours found;
    found.weighted = weighted;
    for (const Edge& edge : edges) {
        if (edge.destination == rank) {
            found.sources.push_back(edge.source);
            found.source_weights.push_back(edge.weight);
        }
        if (edge.source == rank) {
            found.destinations.push_back(edge.destination);
            found.destination_weights.push_back(edge.weight);
        }
    }
    return found;
}

TopologyRef topology_of(Neighbours neighbours) {
    Topology topology;
    topology.kind = MPI_DIST_GRAPH;
    topology.neighbours = std::move(neighbours);
    return std::make_shared<const Topology>(std::move(topology));
}

const Neighbours& neighbours_of_comm(Library& own, MPI_Comm comm) {
    const TopologyRef& topology = own.comms.find(to_int(comm)).topology;
    require(topology != nullptr && topology->kind == MPI_DIST_GRAPH, MPI_ERR_TOPOLOGY,
            "the communicator has no distributed graph");
    return topology->neighbours;
}

// Copies the first `room` neighbours and, of a weighted graph, their weights.
void copy_neighbours(const std::vector<int>& ranks, const std::vector<int>& weights, int room, int* to, int* to_weights,
                     bool weighted) {
    require(room >= 0, MPI_ERR_ARG, "the length of an array is negative");
    const std::size_t count = std::min(ranks.size(), static_cast<std::size_t>(room));
    require(to != nullptr || count == 0, MPI_ERR_ARG, "the array is a null pointer");
    std::copy_n(ranks.begin(), count, to);
    if (!weighted || !has_weights(to_weights) || count == 0) return;
    std::copy_n(weights.begin(), count, &checked(to_weights));
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int sourceweights[],
                                    int outdegree, const int destinations[], const int destweights[], MPI_Info info,
                                    int, MPI_Comm* comm_dist_graph) {
    return call("MPI_Dist_graph_create_adjacent", to_int(comm_old), [&](Library& own) {
        Comm& old = own.comms.find_intra(to_int(comm_old));
        own.infos.or_empty(to_int(info));
        checked(comm_dist_graph);
        const auto in = list(indegree, sources), out = list(outdegree, destinations);
        check_ranks(in, old.group().size());
        check_ranks(out, old.group().size());
        Neighbours neighbours{{in.begin(), in.end()},
                              weights_of(indegree, sourceweights),
                              {out.begin(), out.end()},
                              weights_of(outdegree, destweights),
                              has_weights(sourceweights)};
        const Created created = split_comm(own, old, "MPI_Dist_graph_create_adjacent", 0, old.rank);
        *comm_dist_graph = store_comm(own, old, created, topology_of(std::move(neighbours)));
    });
}

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[],
                           const int weights[], MPI_Info info, int, MPI_Comm* comm_dist_graph) {
    return call("MPI_Dist_graph_create", to_int(comm_old), [&](Library& own) {
        Comm& old = own.comms.find_intra(to_int(comm_old));
        own.infos.or_empty(to_int(info));
        checked(comm_dist_graph);
        Contribution contribution;
        contribution.key = old.rank;
        contribution.edges = edges_of(n, sources, degrees, destinations, weights, old.group().size());
        const auto meeting = meet(own, old, "MPI_Dist_graph_create", CreationKind::split, contribution);
        Neighbours neighbours = neighbours_in(all_edges(*meeting), old.rank, has_weights(weights));
        *comm_dist_graph =
            store_comm(own, old, meeting->results.at(own.comms.process()), topology_of(std::move(neighbours)));
    });
}

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int* indegree, int* outdegree, int* weighted) {
    return call("MPI_Dist_graph_neighbors_count", to_int(comm), [&](Library& own) {
        const Neighbours& neighbours = neighbours_of_comm(own, comm);
        checked(indegree) = static_cast<int>(neighbours.sources.size());
        checked(outdegree) = static_cast<int>(neighbours.destinations.size());
        checked(weighted) = neighbours.weighted ? 1 : 0;
    });
}

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[], int maxoutdegree,
                              int destinations[], int destweights[]) {
    return call("MPI_Dist_graph_neighbors", to_int(comm), [&](Library& own) {
        const Neighbours& from = neighbours_of_comm(own, comm);
        copy_neighbours(from.sources, from.source_weights, maxindegree, sources, sourceweights, from.weighted);
        copy_neighbours(from.destinations, from.destination_weights, maxoutdegree, destinations, destweights,
                        from.weighted);
    });
}
