// The communicators of programs, as the core knows them: a number for each, and its members. The number is the context
// id that the members have agreed on (sim/mpi/objects/context_ids.h), counted down from that of MPI_COMM_WORLD.
#pragma once

#include "protocol/base/world.h"
#include "sim/mpi/objects/communicators.h"
#include "sim/mpi/objects/creation.h"

#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The neighbours of a process, as ranks of its communicator; no_rank is MPI_PROC_NULL.
struct NeighbourRanks {
    std::vector<Rank> sources, destinations;
    bool cartesian = false;
};

class HostedCommunicators final : public Communicators {
public:
    // `job` has a process for each rank, with its node.
    HostedCommunicators(Rank ranks, Rank ranks_per_node);

    mpi::Job& job() { return job_; }
    // Returns the core's number of a communicator. Throws MPI_ERR_OTHER if a member has too many communicators.
    // The group of an intercommunicator has the processes of both of its groups.
    WindowId number_of(const mpi::SharedRef& comm);
    // Records the neighbours of a process in a communicator with a topology, and returns them.
    const NeighbourRanks& add_neighbours(const mpi::Comm& comm);

    const RankGroup& group_of(Rank rank, WindowId number) const override;
    std::optional<Neighbours> neighbours_of(Rank rank, WindowId number) const override;

private:
    // The processes of communicators: those that exist, and those that were freed.
    struct Members {
        explicit Members(const std::vector<int>& processes);
        GroupTable table;
        RankGroup group;
    };
    static std::vector<int> nodes(Rank ranks, Rank ranks_per_node);

    RankGroup all_;
    mpi::Job job_;
    std::deque<Members> members_;
    // By context id and process, the members of the process's communicator with this number; null if it has had none.
    // A process has all its communicators of a number with the same members (context_ids.h).
    std::vector<std::vector<const Members*>> of_process_;
    // By process and number. A communicator with the number of one that was freed may have another topology.
    struct KnownNeighbours {
        mpi::TopologyRef topology;
        NeighbourRanks ranks;
    };
    std::map<std::pair<Rank, WindowId>, KnownNeighbours> neighbours_;
};

// True if the communicator's error handler does not end the run.
bool errors_return(const mpi::Comm& comm);

}  // namespace rmasim::sim
