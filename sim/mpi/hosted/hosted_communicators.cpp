#include "sim/mpi/hosted/hosted_communicators.h"

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <utility>

namespace rmasim::sim {

std::vector<int> HostedCommunicators::nodes(Rank ranks, Rank ranks_per_node) {
    std::vector<int> found;
    for (Rank rank = 0; rank < ranks; ++rank) found.push_back(rank / ranks_per_node);
    return found;
}

HostedCommunicators::HostedCommunicators(Rank ranks, Rank ranks_per_node)
    : all_(ranks), job_(nodes(ranks, ranks_per_node)) {}

HostedCommunicators::Members::Members(const std::vector<int>& processes)
    : table(std::vector<Rank>(processes.begin(), processes.end())), group(static_cast<Rank>(processes.size()), table) {}

WindowId HostedCommunicators::number_of(const mpi::SharedRef& comm) {
    if (comm == job_.world()) return no_window;
    mpi::require(comm->context <= no_window - min_communicator, MPI_ERR_OTHER,
                 "a process has had too many communicators of different processes");
    const auto context = static_cast<std::size_t>(comm->context);
    const auto number = static_cast<WindowId>(no_window - comm->context);
    if (of_process_.size() <= context) of_process_.resize(context + 1);
    std::vector<const Members*>& known = of_process_[context];
    if (known.empty()) known.resize(static_cast<std::size_t>(job_.size()));
    if (known[static_cast<std::size_t>(comm->groups.front()->process(0))] != nullptr) return number;
    std::vector<int> processes = comm->groups.front()->processes();
    if (comm->is_inter()) {
        const std::vector<int>& others = comm->groups.back()->processes();
        processes.insert(processes.end(), others.begin(), others.end());
    }
    const Members& members = members_.emplace_back(processes);
    for (const int process : processes) known[static_cast<std::size_t>(process)] = &members;
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
    return of_process_.at(no_window - std::size_t{number}).at(static_cast<std::size_t>(rank))->group;
}

bool errors_return(const mpi::Comm& comm) {
    return comm.handler != nullptr && comm.handler->predefined != mpi::to_int(MPI_ERRORS_ARE_FATAL) &&
           comm.handler->predefined != mpi::to_int(MPI_ERRORS_ABORT);
}

}  // namespace rmasim::sim
