// The part of SmpiWorld that numbers communicators. All members of a communicator compute the same number.
#include "sim/mpi/smpi/smpi_world.h"

#include <utility>

namespace rmasim::sim {

std::uint64_t SmpiWorld::number_of(MPI_Comm comm) {
    const auto made = of_rank().comms.find(comm);
    const std::uint64_t nth = made == of_rank().comms.end() ? 0 : made->second;
    return nth << 32u | members_of(comm).number;
}

std::pair<std::uint64_t, std::shared_ptr<const RankGroup>> SmpiWorld::communicator(MPI_Comm comm) {
    if (comm == MPI_COMM_WORLD) return {0, all_->group};
    auto& known = of_rank().known_comms;
    auto found = known.find(comm);
    if (found == known.end()) found = known.emplace(comm, std::pair(number_of(comm), members_of(comm).group)).first;
    return found->second;
}

void SmpiWorld::note_made(MPI_Comm comm) {
    forget_communicators();
    int inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter == 0) of_rank().comms[comm] = ++of_rank().comms_made[members_of(comm).number];
}

}  // namespace rmasim::sim
