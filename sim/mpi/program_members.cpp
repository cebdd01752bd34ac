// The part of ProgramWorld that manages lists of ranks: the members of communicators and groups.
#include "sim/mpi/program_world.h"
#include "sim/mpi/windows/checked_call.h"

#include <utility>

namespace rmasim::sim {

const Members& ProgramWorld::intern(std::vector<Rank> ranks) {
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

const Members& ProgramWorld::members_of(MPI_Comm comm) {
    if (comm == MPI_COMM_WORLD) return *all_;
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Comm_group(comm, &group);
    const Members& members = members_of(group);
    PMPI_Group_free(&group);
    return members;
}

const Members& ProgramWorld::members_of(MPI_Group group) { return intern(ranks_of(group)); }

}  // namespace rmasim::sim
