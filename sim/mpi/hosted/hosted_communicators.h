// The communicators of programs, as the core knows them: a number for each, and its members. The number is the context
// id that the members have agreed on (sim/mpi/objects/context_ids.h), counted down from that of MPI_COMM_WORLD.
#pragma once

#include "protocol/base/world.h"
#include "sim/mpi/objects/creation.h"

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace rmasim::sim {

class HostedCommunicators final : public Communicators {
public:
    // `job` has a process for each rank, with its node.
    HostedCommunicators(Rank ranks, Rank ranks_per_node);

    mpi::Job& job() { return job_; }
    // Returns the core's number of a communicator. Throws MPI_ERR_OTHER if a member has too many communicators.
    WindowId number_of(const mpi::SharedRef& comm);

    const RankGroup& group_of(Rank rank, WindowId number) const override;

private:
    struct Known {
        std::weak_ptr<mpi::SharedComm> shared;
        std::unique_ptr<GroupTable> table;
        RankGroup group;
    };
    static std::vector<int> nodes(Rank ranks, Rank ranks_per_node);

    RankGroup all_;
    mpi::Job job_;
    // By number, the communicators that have or had it; the newest is the last. Two of them have a common member only
    // if this member has freed the older one.
    std::map<WindowId, std::deque<Known>> known_;
};

}  // namespace rmasim::sim
