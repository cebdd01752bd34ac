#include "sim/mpi/hosted/hosted_communicators.h"

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

std::vector<int> HostedCommunicators::nodes(Rank ranks, Rank ranks_per_node) {
    std::vector<int> found;
    for (Rank rank = 0; rank < ranks; ++rank) found.push_back(rank / ranks_per_node);
    return found;
}

HostedCommunicators::HostedCommunicators(Rank ranks, Rank ranks_per_node)
    : all_(ranks), job_(nodes(ranks, ranks_per_node)) {}

WindowId HostedCommunicators::number_of(const mpi::SharedRef& comm) {
    if (comm == job_.world()) return no_window;
    mpi::require(comm->context <= no_window - min_communicator, MPI_ERR_OTHER,
                 "a process has had too many communicators of different processes");
    const auto number = static_cast<WindowId>(no_window - comm->context);
    std::deque<Known>& known = known_[number];
    for (auto one = known.rbegin(); one != known.rend(); ++one) {
        if (one->shared.lock() == comm) return number;
    }
    std::vector<int> members = comm->groups.front()->processes();
    if (comm->is_inter()) {
        const std::vector<int>& others = comm->groups.back()->processes();
        members.insert(members.end(), others.begin(), others.end());
    }
    const auto size = static_cast<Rank>(members.size());
    auto table = std::make_unique<GroupTable>(std::vector<Rank>(members.begin(), members.end()));
    const RankGroup group(size, *table);
    known.push_back({comm, std::move(table), group});
    return number;
}

const NeighbourRanks& HostedCommunicators::add_neighbours(const mpi::Comm& comm) {
    KnownNeighbours& known = neighbours_[{comm.group().process(comm.rank), number_of(comm.shared)}];
    if (known.topology == comm.topology) return known.ranks;
    const mpi::NeighbourLists lists = mpi::neighbours_of(*comm.topology, comm.rank);
    const auto ranks_of = [](const std::vector<int>& list) {
        std::vector<Rank> ranks;
        for (const int rank : list) ranks.push_back(rank == MPI_PROC_NULL ? no_rank : rank);
        return ranks;
    };
    known.topology = comm.topology;
    known.ranks = {ranks_of(lists.sources), ranks_of(lists.destinations), comm.topology->kind == MPI_CART};
    return known.ranks;
}

std::optional<Neighbours> HostedCommunicators::neighbours_of(Rank rank, WindowId number) const {
    const auto found = neighbours_.find({rank, number});
    if (found == neighbours_.end()) return std::nullopt;
    const NeighbourRanks& ranks = found->second.ranks;
    return Neighbours{ranks.sources, ranks.destinations, ranks.cartesian};
}

const RankGroup& HostedCommunicators::group_of(Rank rank, WindowId number) const {
    if (number == no_window) return all_;
    const std::deque<Known>& known = known_.at(number);
    const auto found =
        std::find_if(known.rbegin(), known.rend(), [rank](const Known& one) { return one.group.contains(rank); });
    return found == known.rend() ? known.back().group : found->group;
}

bool errors_return(const mpi::Comm& comm) {
    return comm.handler != nullptr && comm.handler->predefined != mpi::to_int(MPI_ERRORS_ARE_FATAL) &&
           comm.handler->predefined != mpi::to_int(MPI_ERRORS_ABORT);
}

}  // namespace rmasim::sim
