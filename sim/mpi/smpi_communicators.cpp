// The part of SmpiWorld that manages lists of ranks and numbers of communicators. All members of a communicator compute
// the same number.
#include "sim/mpi/smpi_world.h"

#include <numeric>
#include <utility>

namespace rmasim::sim {

const Members& SmpiWorld::intern(std::vector<Rank> ranks) {
    auto at = members_.find(ranks);
    if (at != members_.end()) return *at->second;
    auto made = std::make_unique<Members>();
    made->number = members_.size();
    const auto size = static_cast<Rank>(ranks.size());
    made->all = all_ == nullptr;
    if (made->all) {
        made->group = std::make_shared<RankGroup>(size);
    } else {
        made->table = std::make_unique<GroupTable>(ranks);
        made->group = std::make_shared<RankGroup>(size, *made->table);
    }
    return *members_.emplace(std::move(ranks), std::move(made)).first->second;
}

const Members& SmpiWorld::members_of(MPI_Comm comm) {
    if (comm == MPI_COMM_WORLD) return *all_;
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Comm_group(comm, &group);
    const Members& members = members_of(group);
    PMPI_Group_free(&group);
    return members;
}

std::uint64_t SmpiWorld::number_of(MPI_Comm comm) {
    const auto made = self().comms.find(comm);
    const std::uint64_t nth = made == self().comms.end() ? 0 : made->second;
    return nth << 32u | members_of(comm).number;
}

const Members& SmpiWorld::members_of(MPI_Group group) {
    int size = 0;
    PMPI_Group_size(group, &size);
    std::vector<int> comm_ranks(static_cast<std::size_t>(size)), ranks(static_cast<std::size_t>(size));
    std::iota(comm_ranks.begin(), comm_ranks.end(), 0);
    MPI_Group world = MPI_GROUP_NULL;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, size, comm_ranks.data(), world, ranks.data());
    PMPI_Group_free(&world);
    return intern({ranks.begin(), ranks.end()});
}

std::pair<std::uint64_t, std::shared_ptr<const RankGroup>> SmpiWorld::communicator(MPI_Comm comm) {
    if (comm == MPI_COMM_WORLD) return {0, all_->group};
    auto& known = self().known_comms;
    auto found = known.find(comm);
    if (found == known.end()) found = known.emplace(comm, std::pair(number_of(comm), members_of(comm).group)).first;
    return found->second;
}

void SmpiWorld::note_made(MPI_Comm comm) {
    forget_communicators();
    int inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter == 0) self().comms[comm] = ++self().comms_made[members_of(comm).number];
}

}  // namespace rmasim::sim
