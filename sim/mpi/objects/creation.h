// The creation of communicators, as a meeting of its members: each one contributes, the last one computes the results
// for all, and agrees on the context ids (MPI 4.1, 7.4 and 7.6). A simulator decides when a contribution is made and
// when a member continues; it may send the contributions as messages.
#pragma once

#include "sim/mpi/objects/context_ids.h"
#include "sim/mpi/objects/group.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::mpi {

struct Meeting;

// A meeting among other open ones of a communicator: the calls on it in order, or the calls of some members by tag.
struct MeetingKey {
    std::uint64_t number = 0;  // the member's number of the call
    int tag = -1;              // of MPI_COMM_CREATE_GROUP; -1 for a call of all members
    std::vector<int> members;  // of that call
    auto operator<=>(const MeetingKey&) const = default;
};

// The two leaders and the tag of MPI_INTERCOMM_CREATE in the peer communicator.
struct BridgeKey {
    int low_leader = 0;
    int high_leader = 0;
    int tag = 0;
    auto operator<=>(const BridgeKey&) const = default;
};

// The side of an intercommunicator that is complete and waits for the other one.
struct Bridge {
    std::shared_ptr<Meeting> meeting;
    GroupRef group;
};

// A communicator as its members share it. An intercommunicator has two groups.
struct SharedComm {
    int context = 0;
    std::vector<GroupRef> groups;
    std::map<MeetingKey, std::shared_ptr<Meeting>> open_calls;
    std::map<BridgeKey, Bridge> bridges;

    bool is_inter() const { return groups.size() == 2; }
};

using SharedRef = std::shared_ptr<SharedComm>;

// The result for a member: nullptr is MPI_COMM_NULL.
struct Created {
    SharedRef comm;
    int side = 0;
    int rank = 0;
};

enum class CreationKind : std::uint8_t { split, merge, bridge };

// The contribution of a member. `colour` and `key` are those of MPI_COMM_SPLIT, to which most creations are reduced;
// colour -1 is no member of the result. `key` of a merge is `high`.
struct Contribution {
    int process = 0;
    int side = 0;
    int rank = 0;
    int colour = 0;
    int key = 0;
    // The next members are set by the leader in MPI_INTERCOMM_CREATE.
    SharedRef peer;
    BridgeKey bridge;
    bool is_leader = false;
    std::vector<int> edges;  // of MPI_DIST_GRAPH_CREATE: source, destination and weight of each
};

struct Meeting {
    std::string function;
    CreationKind kind = CreationKind::split;
    std::size_t expected = 0;
    std::vector<Contribution> contributions;  // in the order of the calls
    bool complete = false;
    std::map<int, Created> results;  // by process
    std::uint64_t number = 0;        // in the job, from 1
};

// The communicators of a job, and where its processes run.
class Job {
public:
    // `node_of` has the node of each process.
    explicit Job(std::vector<int> node_of);

    int size() const { return static_cast<int>(node_of_.size()); }
    int node_of(int process) const { return node_of_[static_cast<std::size_t>(process)]; }
    const SharedRef& world() const { return world_; }
    SharedRef self(int process);
    ContextIds& contexts() { return contexts_; }
    // Returns the number of meetings that are complete.
    std::uint64_t met() const { return met_; }

    // Adds a contribution to a meeting. The last one completes it. Throws MPI_ERR_OTHER if the members call different
    // functions.
    std::shared_ptr<Meeting> contribute(SharedComm& parent, const MeetingKey& key, const std::string& function,
                                        CreationKind kind, std::size_t expected, const Contribution& contribution);

private:
    SharedRef make_comm(std::vector<GroupRef> groups);
    void complete_split(const SharedComm& parent, Meeting& meeting);
    void complete_merge(Meeting& meeting);
    void complete_bridge(const std::shared_ptr<Meeting>& meeting);
    static void give_results(Meeting& meeting, const SharedRef& comm);

    std::vector<int> node_of_;
    ContextIds contexts_;
    SharedRef world_;
    std::uint64_t met_ = 0, begun_ = 0;
};

}  // namespace rmasim::mpi
