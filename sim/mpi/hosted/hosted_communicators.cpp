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
    mpi::require(comm->context <= no_window - min_communicator, MPI_ERR_OTHER, "a process has too many communicators");
    const auto number = static_cast<WindowId>(no_window - comm->context);
    std::deque<Known>& known = known_[number];
    for (auto one = known.rbegin(); one != known.rend(); ++one) {
        if (one->shared.lock() == comm) return number;
    }
    std::vector<int> members = comm->groups.front()->processes();
    const auto size = static_cast<Rank>(members.size());
    auto table = std::make_unique<GroupTable>(std::vector<Rank>(members.begin(), members.end()));
    const RankGroup group(size, *table);
    known.push_back({comm, std::move(table), group});
    return number;
}

const RankGroup& HostedCommunicators::group_of(Rank rank, WindowId number) const {
    if (number == no_window) return all_;
    const std::deque<Known>& known = known_.at(number);
    const auto found =
        std::find_if(known.rbegin(), known.rend(), [rank](const Known& one) { return one.group.contains(rank); });
    return found == known.rend() ? known.back().group : found->group;
}

}  // namespace rmasim::sim
