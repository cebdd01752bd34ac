// The communicators and groups of a process, by handle (MPI 4.1, chapter 7).
#pragma once

#include "sim/mpi/objects/attributes.h"
#include "sim/mpi/objects/creation.h"
#include "sim/mpi/objects/error_handlers.h"
#include "sim/mpi/objects/info.h"
#include "sim/mpi/objects/topology.h"

#include <map>
#include <memory>
#include <string>

namespace rmasim::mpi {

// A communicator as a process sees it.
struct Comm {
    SharedRef shared;  // nullptr while MPI_COMM_IDUP is not complete
    int side = 0;
    int rank = 0;
    std::shared_ptr<Meeting> pending;  // of MPI_COMM_IDUP
    std::uint64_t calls = 0;           // meetings of all members so far
    std::map<MeetingKey, std::uint64_t> tagged_calls;
    std::string name;
    Attributes attributes;
    InfoList info = hints_of_communicators();
    HandlerRef handler;
    TopologyRef topology;

    const Group& group() const { return *shared->groups[static_cast<std::size_t>(side)]; }
    const GroupRef& local() const { return shared->groups[static_cast<std::size_t>(side)]; }
    const GroupRef& remote() const { return shared->groups[static_cast<std::size_t>(1 - side)]; }
    std::size_t members() const;
};

class Communicators {
public:
    Communicators(Job& job, int process);

    Job& job() { return *job_; }
    int process() const { return process_; }
    // Returns the communicator. Throws MPI_ERR_COMM if the handle is null, not valid, or not complete.
    Comm& find(int handle);
    // As above; throws MPI_ERR_COMM also for an intercommunicator, or for what is none.
    Comm& find_intra(int handle);
    Comm& find_inter(int handle);
    // Returns nullptr if the handle is not valid.
    Comm* find_if_valid(int handle);
    int add(Comm comm);
    // Removes a communicator and frees its context id. Throws MPI_ERR_COMM for predefined ones.
    void free(int handle);
    std::size_t derived() const { return comms_.size(); }

private:
    Job* job_;
    int process_;
    Comm world_, self_;
    HandleTable<std::unique_ptr<Comm>> comms_{Kind::comm};
};

class Groups {
public:
    Groups() : empty_(make_group({})) {}
    int add(const GroupRef& group);  // MPI_GROUP_EMPTY if it has no member
    // Throws MPI_ERR_GROUP.
    const GroupRef& find(int handle);
    // The empty group may be freed: its handle only becomes null.
    void free(int handle);
    std::size_t derived() const { return table_.size(); }

private:
    GroupRef empty_;
    HandleTable<GroupRef> table_{Kind::group};
};

}  // namespace rmasim::mpi
